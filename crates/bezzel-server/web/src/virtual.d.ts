declare module "virtual:scripts" {
  const files: { [script in "engine" | "counter" | "counter-simd" | "puzzles" | "numbers" | "learn" | "chinese"]: string };
  export default files;
}
