// A JavaScript program with calls that report its lines, calls, returns, exceptions and variables to runner.txt.
//
// Code is inserted without line breaks, so that lines keep their numbers. A function becomes
//   { const bezzel_f = bezzel_c(site, …); try { … } catch (error) { … } finally { bezzel_l(bezzel_f) } }
// and before each statement stands `bezzel_s(site, values of the variables that are defined there)`. Arrow functions
// without a block are part of their line, as comprehensions of Python are.

import { type Node, parse } from "acorn";

/** A place that reports: its line, the names of the values that it sends, and the function that is called. */
type Site = [line: number, names: string[], called?: string];

interface Instrumented {
  program: string;
  sites: Site[];
  /** Variables of the program outside functions, in the order in which they are sent. */
  globals: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds are read by their keys.
type Tree = any;

interface Scope {
  /** Names of variables with the place from which they have a value; functions and classes are not shown. */
  names: Map<string, number>;
  outer: Scope | undefined;
  /** True for the scope of a function, and for that of the program. */
  isFunction: boolean;
}

/** What is known about the function around a node. */
interface Context {
  scope: Scope;
  /** Names of enclosing functions that the function uses. */
  captured: string[];
  /** True if `this` is an object that is shown. */
  hasThis: boolean;
  /** Number of the site of the function's call; undefined outside functions and in those that are no block. */
  site: number | undefined;
}

const isFunction = (node: Tree) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
const isLoop = (node: Tree) => /^(For|While|DoWhile)/.test(node.type);

/** The nodes right below a node. */
function childrenOf(node: Tree): Tree[] {
  const found = Object.entries(node).flatMap(([key, value]) => (key === "loc" ? [] : [value].flat()));
  return found.filter((value: Tree) => typeof value?.type === "string").sort((one: Tree, other: Tree) => one.start - other.start);
}

/** Calls `tell` for all nodes below a node, itself included, while it returns true. */
function each(node: Tree, tell: (node: Tree) => boolean) {
  if (tell(node)) for (const child of childrenOf(node)) each(child, tell);
}

/** Names that a pattern defines. */
function namesOf(pattern: Tree): string[] {
  if (!pattern) return [];
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "ArrayPattern") return pattern.elements.flatMap(namesOf);
  if (pattern.type === "ObjectPattern") return pattern.properties.flatMap((part: Tree) => namesOf(part.value ?? part.argument));
  return namesOf(pattern.left ?? pattern.argument);
}

/** Adds the variables that a block defines by `let` and `const`, and the variables of `var` of a whole function. */
function define(scope: Scope, statements: Tree[]) {
  for (const statement of statements)
    each(statement, (node) => {
      if (isFunction(node) || node.type.startsWith("Class")) return false;
      if (node.type !== "VariableDeclaration") return true;
      if (node.kind === "var" && !scope.isFunction) return true;
      if (node.kind !== "var" && node !== statement) return true;
      for (const { id, end } of node.declarations) for (const name of namesOf(id)) scope.names.set(name, node.kind === "var" ? 0 : end);
      return true;
    });
}

/** The program with its reports, or only that of its variables; undefined if it has a fault of syntax. */
export function instrumented(text: string, records: boolean): Instrumented | undefined {
  let tree: Tree;
  try {
    tree = parse(text, { ecmaVersion: "latest", locations: true, allowHashBang: true }) as Node;
  } catch {
    return undefined;
  }
  const inserted: [at: number, text: string][] = [];
  const sites: Site[] = [];
  const insert = (at: number, text: string) => void inserted.push([at, text]);

  const program: Scope = { names: new Map(), outer: undefined, isFunction: true };
  define(program, tree.body);
  const known = new Set<string>();
  const assigned = new Set<string>();
  each(tree, (node) => {
    if (node.type === "VariableDeclarator") for (const name of namesOf(node.id)) known.add(name);
    if (isFunction(node)) for (const name of [...(node.id ? [node.id.name] : []), ...node.params.flatMap(namesOf)]) known.add(name);
    if (node.type === "AssignmentExpression") for (const name of namesOf(node.left)) assigned.add(name);
    return true;
  });
  // Names that are assigned and defined nowhere become variables of the program.
  const globals = [...new Set([...program.names.keys(), ...[...assigned].filter((name) => !known.has(name))])];

  /** A site, and the arguments of its report. */
  const report = (node: Tree, { scope, captured, hasThis }: Context, at: number, called?: string): [number, string] => {
    const names: string[] = [];
    for (let one: Scope | undefined = scope; one && one !== program; one = one.isFunction ? undefined : one.outer)
      for (const [name, from] of one.names) if (from <= at && !names.includes(name)) names.push(name);
    const values = [...names];
    for (const name of captured) if (!names.includes(name) && names.push(name)) values.push(`bezzel_t(()=>${name})`);
    if (hasThis && names.push("this")) values.push("this");
    sites.push(called === undefined ? [node.loc.start.line, names] : [node.loc.start.line, names, called]);
    return [sites.length - 1, values.map((value) => `,${value}`).join("")];
  };
  const step = (node: Tree, context: Context, at: number) => {
    const [site, values] = report(node, context, at);
    return `bezzel_s(${site}${values})`;
  };
  const inner = (context: Context, isFunction = false): Context => ({
    ...context,
    scope: { names: new Map(), outer: context.scope, isFunction },
  });

  const statements = (list: Tree[], context: Context) => {
    for (const one of list) statement(one, context);
  };

  const statement = (node: Tree, context: Context) => {
    let loop = node;
    while (loop.type === "LabeledStatement") loop = loop.body;
    const isStep = !/^(Block|Empty|FunctionDeclaration|ClassDeclaration)/.test(node.type) && !node.directive;
    // A loop reports its condition each time instead.
    if (isStep && !(isLoop(loop) && loop.test)) insert(node.start, `;${step(node, context, node.start)};`);
    visit(node, context);
  };

  /** A statement that may be no block. */
  const body = (node: Tree, context: Context) => {
    if (node.type === "BlockStatement" || node.type === "FunctionDeclaration") return visit(node, context);
    insert(node.start, "{");
    statement(node, context);
    insert(node.end, "}");
  };

  const wrapped = (node: Tree, context: Context, before: string, after: string) => {
    insert(node.start, before);
    visit(node, context);
    insert(node.end, after);
  };

  const visitFunction = (node: Tree, context: Context, name: string, isDerived: boolean) => {
    const own = inner(context, true);
    const params: string[] = node.params.flatMap(namesOf);
    for (const param of params) own.scope.names.set(param, 0);
    const isArrow = node.type === "ArrowFunctionExpression";
    if (node.body.type !== "BlockStatement") {
      own.site = undefined;
      for (const child of childrenOf(node)) visit(child, own);
      return;
    }
    define(own.scope, node.body.body);
    const used = new Set<string>();
    let usesThis = false;
    each(node.body, (one) => {
      if (one.type === "Identifier") used.add(one.name);
      if (one.type === "ThisExpression") usesThis = true;
      return true;
    });
    const outer = new Set<string>();
    for (let one = own.scope.outer; one && one !== program; one = one.outer)
      for (const name of one.names.keys()) if (used.has(name) && !own.scope.names.has(name)) outer.add(name);
    own.captured = [...outer];
    own.hasThis = usesThis && !isDerived && (!isArrow || context.hasThis);
    const { body: block } = node;
    const first = block.body.find((one: Tree) => !one.directive) ?? block;
    const [site, values] = report(node, own, 0, name);
    own.site = site;
    for (const param of node.params) visit(param, { ...context, site: undefined });
    insert(first === block ? block.end - 1 : first.start, `;const bezzel_f=bezzel_c(${site}${values});try{`);
    statements(block.body, own);
    const end = { loc: { start: block.loc.end } };
    const [last, lastValues] = report(end, own, block.end);
    const caught = `catch(bezzel_e){bezzel_x(${site},bezzel_e);throw bezzel_e}finally{bezzel_l(bezzel_f)}`;
    insert(block.end - 1, `;bezzel_r(${last},undefined${lastValues})}${caught}`);
  };

  const visit = (node: Tree, context: Context, name = "function", isDerived = false): unknown => {
    if (isFunction(node)) return visitFunction(node, context, node.id?.name ?? name, isDerived);
    switch (node.type) {
      case "BlockStatement": {
        const own = inner(context);
        define(own.scope, node.body);
        return statements(node.body, own);
      }
      case "StaticBlock":
      case "SwitchStatement":
        for (const child of childrenOf(node)) visit(child, { ...context, site: node.type === "StaticBlock" ? undefined : context.site });
        return;
      case "SwitchCase":
        if (node.test) visit(node.test, context);
        return statements(node.consequent, context);
      case "IfStatement":
        visit(node.test, context);
        body(node.consequent, context);
        if (node.alternate) body(node.alternate, context);
        return;
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement": {
        const own = inner(context);
        const begin = node.init ?? node.left;
        if (begin?.type === "VariableDeclaration") define(own.scope, [begin]);
        for (const part of [begin, node.right]) if (part) visit(part, own);
        if (node.test) wrapped(node.test, own, `(${step(node, own, node.test.start)},(`, "))");
        if (node.update) visit(node.update, own);
        return body(node.body, own);
      }
      case "DoWhileStatement":
        body(node.body, context);
        return wrapped(node.test, context, `(${step(node.test, context, node.test.start)},(`, "))");
      case "CatchClause": {
        const own = inner(context);
        for (const name of namesOf(node.param)) own.scope.names.set(name, 0);
        return visit(node.body, own);
      }
      case "ReturnStatement": {
        if (context.site === undefined) break;
        const [site, values] = report(node, context, node.start);
        if (node.argument) return wrapped(node.argument, context, `bezzel_r(${site},(`, `)${values})`);
        return insert(node.start + "return".length, ` bezzel_r(${site},undefined${values})`);
      }
      case "YieldExpression":
      case "AwaitExpression": {
        if (context.site === undefined) break;
        insert(node.start, `bezzel_u(bezzel_f,${context.site},`);
        const pause = `bezzel_p(bezzel_f,${context.site},`;
        if (node.argument) wrapped(node.argument, context, `${pause}(`, "))");
        else insert(node.start + "yield".length, ` ${pause}undefined)`);
        return insert(node.end, ")");
      }
      case "VariableDeclarator":
        if (node.init) visit(node.init, context, namesOf(node.id)[0]);
        return;
      case "AssignmentExpression":
        visit(node.left, context);
        return visit(node.right, context, node.left.property?.name ?? node.left.name);
      case "ClassDeclaration":
      case "ClassExpression":
        if (node.superClass) visit(node.superClass, context);
        for (const part of node.body.body) {
          const isDerived = part.kind === "constructor" && node.superClass !== null;
          if (part.type === "StaticBlock") visit(part, context);
          else if (part.value) visit(part.value, { ...context, site: undefined, hasThis: false }, part.key.name ?? "method", isDerived);
        }
        return;
      case "Property":
        if (node.computed) visit(node.key, context);
        return visit(node.value, context, node.key.name ?? "function");
    }
    for (const child of childrenOf(node)) visit(child, context);
  };

  const first = tree.body.find((one: Tree) => !one.directive);
  if (first) insert(first.start, `;bezzel_g(${globals.map((name) => `()=>${name}`).join(",")});`);
  if (records) statements(tree.body, { scope: program, captured: [], hasThis: false, site: undefined });

  let changed = "";
  let from = 0;
  // The order of insertions at one place is that in which they were made.
  for (const [at, added] of inserted.sort(([one], [other]) => one - other)) {
    changed += text.slice(from, at) + added;
    from = at;
  }
  return { program: changed + text.slice(from), sites, globals };
}
