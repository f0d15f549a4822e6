// "Predict the next step" after a chapter. The answers are computed from the steps of a run.

import { useMemo, useState } from "preact/hooks";

import { api, type MethodName, type Step } from "../api";
import { Board } from "../board";
import { Button, ErrorMessage, useLoaded } from "../parts";
import { sceneOf, sentence } from "../scene";
import { type Answer, type Question, questionAt, roundsOf } from "../trace/question";
import { useWords, type Words } from "../words";

/** The run that the questions of a chapter are about: its method was shown in the chapter. */
const RUNS: { [chapter: string]: { method: MethodName; n: number } } = {
  counting: { method: "brute-force", n: 3 },
  backtracking: { method: "slope-test", n: 5 },
  slope: { method: "slope-test", n: 4 },
  border: { method: "bordered-board", n: 4 },
  diagonals: { method: "diagonal-markers", n: 5 },
  bits: { method: "bitmask", n: 5 },
  last: { method: "last-column", n: 5 },
  links: { method: "linked-columns", n: 5 },
  symmetry: { method: "mirrored-markers", n: 5 },
  colours: { method: "colour-split", n: 4 },
};

/** Number of steps that the questions are about, from the start of the run. */
const MAX_STEPS = 1024;

/** Largest number of questions after a chapter. */
const QUESTIONS = 6;

export function Quiz({ chapter }: { chapter: string }) {
  const run = RUNS[chapter];
  const says = useWords().lesson.quiz;
  const [isOpen, setOpen] = useState(false);
  if (!run) return null;
  return (
    <div class="quiz" role="group" aria-label={says.title}>
      <h3>{says.title}</h3>
      {isOpen ? <Loaded {...run} /> : <Button onClick={() => setOpen(true)} text={says.start} />}
    </div>
  );
}

function Loaded({ method, n }: { method: MethodName; n: number }) {
  const words = useWords();
  const { value, error } = useLoaded(() => api.steps({ method, n }, 0, MAX_STEPS), `${method} ${n}`);
  if (!value) return error ? <ErrorMessage error={error} /> : <p>{words.loading}</p>;
  return <Questions method={method} n={n} steps={value.steps} ended={value.ended} />;
}

function Questions({ method, n, steps, ended }: { method: MethodName; n: number; steps: Step[]; ended: boolean }) {
  const says = useWords().lesson.quiz;
  const rounds = useMemo(() => roundsOf(steps, ended, QUESTIONS), [steps]);
  const [round, setRound] = useState(0);
  const asked = rounds[round % rounds.length]!;
  const [number, setNumber] = useState(0);
  const [chosen, setChosen] = useState<number>();
  const [score, setScore] = useState(0);
  const at = asked[number];
  if (at === undefined) {
    const again = () => {
      setNumber(0);
      setScore(0);
      setRound(round + 1);
    };
    return (
      <p role="status">
        {says.score(score, asked.length)} <Button onClick={again} text={says.again} />
      </p>
    );
  }
  const question = questionAt(method, n, steps, at);
  const choose = (answer: number) => {
    if (chosen !== undefined) return;
    setChosen(answer);
    if (answer === question.right) setScore(score + 1);
  };
  const next = () => {
    setChosen(undefined);
    setNumber(number + 1);
  };
  return (
    <Asked key={at} method={method} n={n} question={question} chosen={chosen} choose={choose}>
      <p class="quiz-place">
        {says.place(number + 1, asked.length)}
        {chosen !== undefined && <Button onClick={next} text={says.next} />}
      </p>
    </Asked>
  );
}

interface AskedProps {
  method: MethodName;
  n: number;
  question: Question;
  chosen: number | undefined;
  choose: (answer: number) => void;
  children: preact.ComponentChildren;
}

function Asked({ method, n, question, chosen, choose, children }: AskedProps) {
  const words = useWords();
  const says = words.lesson.quiz;
  const { step, next, answers, right, at } = question;
  const scene = sceneOf(n, step);
  return (
    <div class="question" data-step={at}>
      <Board n={n} labels label={words.boardLabel(n, [...scene.queens, ...scene.ghosts])} {...scene} />
      <div>
        <p>
          {says.now(words.methods[method], n, at)} <strong>{sentence(words, step)}</strong>
        </p>
        <p>{says.ask}</p>
        <ol class="answers">
          {answers.map((answer, index) => (
            <li key={index}>
              <Button
                class={chosen === undefined ? "" : index === right ? "right" : index === chosen ? "wrong" : ""}
                aria-pressed={chosen === index}
                aria-disabled={chosen !== undefined}
                onClick={() => choose(index)}
                text={written(answer, words)}
              />
            </li>
          ))}
        </ol>
        <p role="status" class="verdict">
          {chosen !== undefined && (
            <>
              <strong>{chosen === right ? says.right : says.wrong}</strong> {next ? sentence(words, next) : says.ended}
              {says.stop}
              {because(method, n, question, words)}
            </>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}

function written(answer: Answer, words: Words): string {
  const says = words.lesson.quiz;
  switch (answer.does) {
    case "try":
    case "place":
    case "reject":
    case "remove":
      return says.answers[answer.does](words.at(answer.square));
    case "exhausted":
      return says.answers.exhausted(answer.row);
    default:
      return says.answers[answer.does];
  }
}

/** The reason of the next step. */
function because(method: MethodName, n: number, { step, next }: Question, words: Words): string {
  const why = words.lesson.quiz.because;
  if (!next) return why.end;
  switch (next.event) {
    case "try":
      if (method.endsWith("bitmask")) return why.lowest;
      if (method === "linked-columns") return why.linked;
      if (method === "last-column" && next.square.row === n - 1) return why.last;
      return step.event === "place" ? why.nextRow : why.nextSquare;
    case "place":
      return method === "brute-force" ? why.brute : next.kind === "place-start" ? why.start : why.safe;
    case "rejected":
      return method === "brute-force" ? why.fullBoard : why.attacked;
    case "remove":
      return next.kind === "remove-start"
        ? why.startEnds
        : method === "brute-force"
          ? why.bruteReturn
          : step.event === "exhausted"
            ? why.exhausted
            : why.found;
    case "exhausted":
      return method.endsWith("bitmask") ? why.noBit : why.lastSquare;
    case "solution":
      return next.kind === "image" ? why.image : why.full;
    case "join":
      return why.join;
    default:
      return "";
  }
}
