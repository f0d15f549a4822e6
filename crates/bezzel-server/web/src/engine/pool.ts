// Workers that answer requests. A request is cancelled by ending its worker; a new one starts with the next request.

import { ApiError } from "../problem";
import type { Problem } from "./types";

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

/** Messages of the page: the module, then requests, one after another. */
type ToWorker = { module: WebAssembly.Module } | { request: string };
/** Messages of the worker: those about a request, then its answer, or why the instance ended. */
type FromWorker = { message: string } | { answer: string } | { ended: string };

interface Port {
  postMessage: (message: FromWorker) => void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
}

/** Answers the requests that come through a port. A worker gets this function as text, so it uses nothing outside it. */
function answerRequests(port: Port) {
  interface Exports extends WebAssembly.Exports {
    memory: WebAssembly.Memory;
    request: (length: number) => number;
    answer: () => number;
    answer_address: () => number;
  }
  let exports: Exports | undefined;
  const text = (address: number, length: number) => new TextDecoder().decode(new Uint8Array(exports!.memory.buffer, address, length));
  const host = {
    seconds: () => performance.now() / 1000,
    tell: (address: number, length: number) => port.postMessage({ message: text(address, length) }),
  };
  port.onmessage = ({ data }) => {
    try {
      if ("module" in data) {
        exports = new WebAssembly.Instance(data.module, { host }).exports as Exports;
        return;
      }
      const { memory, request, answer, answer_address } = exports!;
      const bytes = new TextEncoder().encode(data.request);
      const start = request(bytes.length);
      new Uint8Array(memory.buffer).set(bytes, start);
      const length = answer();
      port.postMessage({ answer: text(answer_address(), length) });
    } catch (error) {
      port.postMessage({ ended: String(error) });
    }
  };
}

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
