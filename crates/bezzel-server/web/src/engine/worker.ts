// The program of a worker, which runs one instance of a module.

/** Messages of the page: the module, then requests, one after another. */
export type ToWorker = { module: WebAssembly.Module } | { request: string };
/** Messages of the worker: those about a request, then its answer, or why the instance ended. */
export type FromWorker = { message: string } | { answer: string } | { ended: string };

export interface Port {
  postMessage: (message: FromWorker) => void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
}

/** Answers the requests that come through a port. A worker gets this function as text, so it uses nothing outside it. */
export function answerRequests(port: Port) {
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
