// Workers that answer requests. A request is cancelled by ending its worker; a new one starts with the next request.

import { ApiError, type Reason } from "../problem";
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

type Worked = { answer: unknown } | { problem: { detail: string; reason?: Reason | null } };

let program: string | undefined;

/** Starts a worker; where the browser allows none, requests are answered on the page itself. */
function start(): { post: (message: ToWorker) => void; listen: (each: (message: FromWorker) => void) => void; end: () => void } {
  program ??= URL.createObjectURL(new Blob([`(${answerRequests.toString()})(self)`], { type: "text/javascript" }));
  try {
    const worker = new Worker(program);
    return {
      post: (message) => worker.postMessage(message),
      listen: (each) => {
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => each(data);
        worker.onerror = (event) => each({ ended: event.message });
      },
      end: () => worker.terminate(),
    };
  } catch {
    let listener: (message: FromWorker) => void = () => undefined;
    const port: Port = { postMessage: (message) => listener(message), onmessage: null };
    answerRequests(port);
    return {
      post: (message) => void setTimeout(() => port.onmessage?.({ data: message })),
      listen: (each) => (listener = each),
      end: () => (listener = () => undefined),
    };
  }
}

/** A worker with one instance of the module. */
class Helper {
  private readonly worker = start();
  private current: Waiting | undefined;

  constructor(
    module: WebAssembly.Module,
    private readonly free: () => void,
    private readonly ended: (helper: Helper) => void,
  ) {
    this.worker.post({ module });
    this.worker.listen((message) => this.receive(message));
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
    else current?.reject(new ApiError("unacceptable", answered.problem.detail, answered.problem.reason ?? undefined));
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
