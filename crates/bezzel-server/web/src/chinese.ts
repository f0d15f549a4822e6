// The Chinese texts: a script of their own, which is loaded when they are shown.

export { zh as puzzle } from "./puzzle/zh";
export { zh as page } from "./words/zh";
