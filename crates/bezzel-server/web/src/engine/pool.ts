// Workers that answer requests. A request is cancelled by ending its worker; a new one starts with the next request.

import { ApiError } from "../problem";
import type { Problem } from "./types";
import { answerRequests, type FromWorker, type Port, type ToWorker } from "./worker";

interface Options {
  signal?: AbortSignal | undefined;
  /** Called with messages that come before the answer. */
  tell?: (message: unknown) => void;
}

interface Waiting {
  request: string;
  options: Options;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

type Worked = { answer: unknown } | { problem: Problem };

let program: string | undefined;

interface Answering {
  post: (message: ToWorker) => void;
  end: () => void;
}
type Listener = (message: FromWorker) => void;

function inWorker(listener: Listener, refused: () => void): Answering {
  program ??= URL.createObjectURL(new Blob([`(${answerRequests.toString()})(self)`], { type: "text/javascript" }));
  const worker = new Worker(program);
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => listener(data);
  // The event of a worker that did not start has no message.
  worker.onerror = (event) => (event instanceof ErrorEvent ? listener({ ended: event.message }) : refused());
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

function onPage(listener: Listener): Answering {
  let listens = true;
  const port: Port = { postMessage: (message) => listens && listener(message), onmessage: null };
  answerRequests(port);
  return { post: (message) => void setTimeout(() => port.onmessage?.({ data: message })), end: () => void (listens = false) };
}

/** False where the policy of a notebook or a browser refuses workers: requests are then answered on the page itself. */
let allowsWorkers = true;

function start(listener: Listener): Answering {
  const sent: ToWorker[] = [];
  let answering: Answering;
  const refused = () => {
    allowsWorkers = false;
    answering = onPage(listener);
    for (const message of sent) answering.post(message);
  };
  try {
    answering = allowsWorkers ? inWorker(listener, refused) : onPage(listener);
  } catch {
    refused();
  }
  const post = (message: ToWorker) => {
    // A refusal comes before the first answer: after the module and one request.
    if (sent.length < 2) sent.push(message);
    answering.post(message);
  };
  return { post, end: () => answering.end() };
}

/** A worker with one instance of the module. */
class Helper {
  private readonly worker = start((message) => this.receive(message));
  private current: Waiting | undefined;

  constructor(
    module: WebAssembly.Module,
    private readonly free: () => void,
    private readonly ended: (helper: Helper) => void,
  ) {
    this.worker.post({ module });
  }

  get isFree(): boolean {
    return this.current === undefined;
  }

  answer(waiting: Waiting) {
    this.current = waiting;
    waiting.options.signal?.addEventListener("abort", () => this.current === waiting && this.end(), { once: true });
    this.worker.post({ request: waiting.request });
  }

  private receive(message: FromWorker) {
    const { current } = this;
    if ("message" in message) return current?.options.tell?.(JSON.parse(message.message));
    if ("ended" in message) {
      current?.reject(new ApiError("ended", message.ended));
      return this.end();
    }
    const answered = JSON.parse(message.answer) as Worked;
    this.current = undefined;
    if ("answer" in answered) current?.resolve(answered.answer);
    else {
      const { detail, text, kind } = answered.problem;
      current?.reject(new ApiError("unacceptable", detail, text, kind));
    }
    this.free();
  }

  end() {
    this.current = undefined;
    this.worker.end();
    this.ended(this);
  }
}

let unanswered = 0;

/** Counts the requests without an answer in an attribute of the page, for its tests. */
function counted<T>(promise: Promise<T>): Promise<T> {
  const count = (change: number) => (document.documentElement.dataset.unanswered = String((unanswered += change)));
  count(1);
  const ended = () => void count(-1);
  promise.then(ended, ended);
  return promise;
}

const aborted = () => new DOMException("the request was cancelled", "AbortError");

/** At most `size` workers of one module. */
export class Pool<Request> {
  private readonly helpers = new Set<Helper>();
  private waiting: Waiting[] = [];

  constructor(
    private readonly load: () => Promise<WebAssembly.Module>,
    private readonly size: () => number,
  ) {}

  /** Asks a free worker, or the first one that becomes free. */
  ask<Answer>(request: Request, options: Options = {}): Promise<Answer> {
    const promise = new Promise<Answer>((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) return reject(aborted());
      const waiting: Waiting = { request: JSON.stringify(request), options, resolve: resolve as (answer: unknown) => void, reject };
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(aborted());
      });
      this.waiting.push(waiting);
      this.load().then((module) => this.serve(module), reject);
    });
    return counted(promise);
  }

  /** Ends all workers. */
  close() {
    for (const helper of [...this.helpers]) helper.end();
  }

  private serve(module: WebAssembly.Module) {
    while (this.waiting.length > 0) {
      let helper = [...this.helpers].find(({ isFree }) => isFree);
      if (!helper) {
        if (this.helpers.size >= this.size()) return;
        const serve = () => this.serve(module);
        helper = new Helper(module, serve, (ended) => {
          this.helpers.delete(ended);
          serve();
        });
        this.helpers.add(helper);
      }
      helper.answer(this.waiting.shift()!);
    }
  }
}
