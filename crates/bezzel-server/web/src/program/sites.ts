// Finds the calls of moves in a program, with their lines and the variables that they see.

import { javascriptLanguage } from "@codemirror/lang-javascript";
import { pythonLanguage } from "@codemirror/lang-python";
import { Text } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";

import type { Language } from "./exercise";
import type { Site } from "./protocol";

const MOVES = ["place", "remove", "solution"];
/** Variables of a call that are reported; the innermost function comes first. */
const MAX_NAMES = 12;

interface Grammar {
  /** Nodes with variables of their own. */
  scopes: readonly string[];
  /** Nodes that name a variable where it is defined. */
  isDefinition: (node: SyntaxNode) => boolean;
  /** The text that reads a variable later. */
  getter: (name: string) => string;
}

const GRAMMARS: Record<Language, Grammar> = {
  python: {
    scopes: ["FunctionDefinition", "LambdaExpression", "Script"],
    isDefinition: (node) => node.name === "VariableName" && isTarget(node),
    getter: (name) => `lambda: ${name}`,
  },
  javascript: {
    scopes: ["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration", "Script"],
    isDefinition: ({ name, parent }) =>
      name === "VariableDefinition" && !["FunctionDeclaration", "ClassDeclaration"].includes(parent!.name),
    getter: (name) => `() => ${name}`,
  },
};

/** True for a name that is assigned: one before the sign of an assignment, a parameter, the variable of a loop. */
function isTarget(node: SyntaxNode): boolean {
  let inner = node;
  while (inner.parent && ["TupleExpression", "ParenthesizedExpression"].includes(inner.parent.name)) inner = inner.parent;
  const { parent } = inner;
  switch (parent?.name) {
    case "ParamList":
      return inner.prevSibling?.name !== "AssignOp";
    case "ForStatement":
      return inner.to <= (parent.getChild("in")?.from ?? 0);
    case "UpdateStatement":
    case "NamedExpression":
      return inner.from === parent.from;
    case "AssignStatement":
      for (let next = inner.nextSibling; next; next = next.nextSibling) if (next.name === "AssignOp") return true;
      return false;
    default:
      return false;
  }
}

function hasErrors(tree: Tree): boolean {
  let found = false;
  tree.iterate({ enter: (node) => void (found ||= node.type.isError) });
  return found;
}

/** Names that are defined in a scope, without those of scopes within it. */
function namesIn(scope: SyntaxNode, { scopes, isDefinition }: Grammar, text: string): string[] {
  const names = new Set<string>();
  const cursor = scope.cursor();
  cursor.iterate((ref) => {
    const node = ref.node;
    if (scopes.includes(node.name) && (node.from !== scope.from || node.to !== scope.to)) return false;
    if (isDefinition(node)) names.add(text.slice(node.from, node.to));
    return true;
  });
  return [...names];
}

/** Variables that a call sees, innermost first. */
function visible(call: SyntaxNode, grammar: Grammar, text: string, language: Language): string[] {
  const names = new Set<string>();
  for (let node: SyntaxNode | null = call; node; node = node.parent) {
    if (!grammar.scopes.includes(node.name)) continue;
    for (const name of namesIn(node, grammar, text)) names.add(name);
    if (language === "javascript" && node.name === "MethodDeclaration") names.add("this");
  }
  return [...names].slice(0, MAX_NAMES);
}

/** The program with calls that name their site. A program with a fault of syntax stays as it is. */
export function withSites(program: string, language: Language): { program: string; sites: Site[] } {
  const parser = (language === "python" ? pythonLanguage : javascriptLanguage).parser;
  const tree = parser.parse(program);
  const grammar = GRAMMARS[language];
  const calls: { node: SyntaxNode; move: string }[] = [];
  const own = new Set<string>();
  tree.iterate({
    enter: ({ node }) => {
      const text = program.slice(node.from, node.to);
      if (!MOVES.includes(text)) return;
      const isCalled = node.name === "VariableName" && node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from;
      if (isCalled && !isInText(node)) calls.push({ node, move: text });
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
    const names = visible(node, grammar, program, language);
    const getters = names.map((name) => `, ${grammar.getter(name)}`).join("");
    changed += `${program.slice(from, node.from)}bezzel_${move}_at(${sites.length}${getters})`;
    from = node.to;
    sites.push({ line: lines.lineAt(node.from).number, names });
  }
  return { program: changed + program.slice(from), sites };
}

/** True within a string with expressions, in which no quotes may be added. */
function isInText(node: SyntaxNode): boolean {
  for (let outer: SyntaxNode | null = node.parent; outer; outer = outer.parent) if (outer.name === "FormatString") return true;
  return false;
}
