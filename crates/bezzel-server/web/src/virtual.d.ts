declare module "virtual:scripts" {
  const files: {
    [script in
      | "engine"
      | "counter"
      | "counter-simd"
      | "puzzles"
      | "judge"
      | "numbers"
      | "learn"
      | "chinese"
      | "program"
      | "python"
      | "javascript"]: string;
  };
  export default files;
}
declare module "virtual:exercises" {
  const exercises: import("./program/exercise").Exercise[];
  export default exercises;
}
declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  export interface MicroPython {
    globals: { set: (name: string, value: unknown) => void };
    registerJsModule: (name: string, module: object) => void;
    runPython: (program: string) => unknown;
  }
  export function loadMicroPython(options: {
    url: string;
    heapsize: number;
    pystack: number;
    linebuffer: boolean;
    stdin: () => number | null;
    stdout: (bytes: Uint8Array) => void;
    stderr: (bytes: Uint8Array) => void;
  }): Promise<MicroPython>;
}
