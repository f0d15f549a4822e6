// Finds the calls of moves in a JavaScript program, with their lines and the variables that they see.

import { javascriptLanguage } from "@codemirror/lang-javascript";
import { Text } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

import type { Site } from "./protocol";

const MOVES = ["place", "remove", "solution"];
/** Variables of a call that are reported; the innermost function comes first. */
const MAX_NAMES = 12;

/** Nodes with variables of their own. */
const SCOPES = ["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration", "Script"];

/** True for a node that names a variable where it is defined. */
const isDefinition = ({ name, parent }: SyntaxNode) =>
  name === "VariableDefinition" && !["FunctionDeclaration", "ClassDeclaration"].includes(parent!.name);

function hasErrors(tree: Tree): boolean {
  let found = false;
  tree.iterate({ enter: (node) => void (found ||= node.type.isError) });
  return found;
}

/** Names that are defined in a scope, without those of scopes within it. */
function namesIn(scope: SyntaxNode, text: string): string[] {
  const names = new Set<string>();
  const cursor = scope.cursor();
  cursor.iterate((ref) => {
    const node = ref.node;
    if (SCOPES.includes(node.name) && (node.from !== scope.from || node.to !== scope.to)) return false;
    if (isDefinition(node)) names.add(text.slice(node.from, node.to));
    return true;
  });
  return [...names];
}

/** Variables that a call sees, innermost first. */
function visible(call: SyntaxNode, text: string): string[] {
  const names = new Set<string>();
  for (let node: SyntaxNode | null = call; node; node = node.parent) {
    if (!SCOPES.includes(node.name)) continue;
    for (const name of namesIn(node, text)) names.add(name);
    if (node.name === "MethodDeclaration") names.add("this");
  }
  return [...names].slice(0, MAX_NAMES);
}

/** The program with calls that name their site. A program with a fault of syntax stays as it is. */
export function withSites(program: string): { program: string; sites: Site[] } {
  const tree = javascriptLanguage.parser.parse(program);
  const calls: { node: SyntaxNode; move: string }[] = [];
  const own = new Set<string>();
  tree.iterate({
    enter: ({ node }) => {
      const text = program.slice(node.from, node.to);
      if (!MOVES.includes(text)) return;
      const isCalled = node.name === "VariableName" && node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from;
      if (isCalled) calls.push({ node, move: text });
      else if (["VariableDefinition", "VariableName"].includes(node.name)) own.add(text);
    },
  });
  if (hasErrors(tree)) return { program, sites: [] };
  const lines = Text.of(program.split("\n"));
  const sites: Site[] = [];
  let changed = "";
  let from = 0;
  for (const { node, move } of calls) {
    // A program that defines such a name means its own.
    if (own.has(move)) continue;
    const names = visible(node, program);
    const getters = names.map((name) => `, () => ${name}`).join("");
    changed += `${program.slice(from, node.from)}bezzel_${move}_at(${sites.length}${getters})`;
    from = node.to;
    sites.push({ line: lines.lineAt(node.from).number, names });
  }
  return { program: changed + program.slice(from), sites };
}
