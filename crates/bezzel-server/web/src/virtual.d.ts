declare module "virtual:scripts" {
  const files: { [script in "engine" | "counter" | "counter-simd" | "puzzles" | "learn"]: string };
  export default files;
}
