declare module "virtual:scripts" {
  /** File names by the names of scripts. */
  const files: { [script: string]: string };
  export default files;
}
declare module "virtual:shared" {}
declare module "virtual:python" {
  const parts: number;
  export default parts;
}
declare module "virtual:python-info" {
  const info: object;
  export default info;
}
declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: unknown;
  export default createPyodideModule;
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
declare module "gifenc" {
  export type Palette = number[][];
  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: { palette?: Palette; delay: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(data: Uint8ClampedArray, colours: number, options: { format: "rgb444" }): Palette;
  export function applyPalette(data: Uint8ClampedArray, palette: Palette, format: "rgb444"): Uint8Array;
}
