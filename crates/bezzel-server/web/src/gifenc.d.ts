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
