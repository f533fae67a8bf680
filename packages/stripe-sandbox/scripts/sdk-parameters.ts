import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import type { KnownType } from "../src/parameters/known-type.ts";

// Reads the parameters of the API's methods out of the SDK's declarations: the method's name and type from its .d.ts, its HTTP
// method and path from the .js beside it.

// biome-ignore lint/suspicious/noExplicitAny: the parser's nodes are a union of some hundred types, which a walk by `type` narrows.
type Node = any;

/** The declarations that a name is looked up in: a file's, or a namespace's within it. */
interface Scope {
  file: string;
  outer: Scope | null;
  types: Map<string, { node: Node; scope: Scope }>;
  namespaces: Map<string, Scope>;
  imports: Map<string, { file: string; name: string | null }>;
}

const SDK = dirname(fileURLToPath(import.meta.resolve("stripe")));
const files = new Map<string, Scope>();
/** The declaration files that were parsed: each is read for its methods and for its types. */
const programs = new Map<string, Node>();

/** For every method of the SDK's that calls /v1: "POST /v1/customers/:" and the type of its parameters. */
export function sdkParameters(): Map<string, KnownType> {
  const found = new Map<string, KnownType>();
  for (const file of resourceFiles(join(SDK, "resources"))) {
    const scope = scopeOf(file);
    const calls = callsOf(file.replace(/\.d\.ts$/, ".js"));
    for (const { owner, name, params } of methodsOf(file)) {
      for (const route of calls.get(`${owner}.${name}`) ?? []) {
        if (found.has(route)) continue;
        found.set(route, params ? known(params, scope, []) : { fields: {} });
      }
    }
  }
  return found;
}

/** The version of the SDK that was read. */
export function sdkVersion(): string {
  return JSON.parse(readFileSync(join(SDK, "..", "package.json"), "utf8")).version;
}

function resourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "V2" ? [] : resourceFiles(path);
    return entry.name.endsWith(".d.ts") && entry.name !== "index.d.ts" ? [path] : [];
  });
}

function programOf(file: string): Node {
  const known = programs.get(file) ?? parse(file, readFileSync(file, "utf8"));
  programs.set(file, known);
  return known;
}

function parse(file: string, text: string): Node {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  return program;
}

/** The methods of the classes in a declaration file, with the type of the argument that is called params. */
function methodsOf(file: string): { owner: string; name: string; params: Node | null }[] {
  return programOf(file).body.flatMap((statement: Node) => {
    const declared = statement.declaration ?? statement;
    if (declared?.type !== "ClassDeclaration") return [];
    return declared.body.body.flatMap((member: Node) => {
      if (!/MethodDefinition$/.test(member.type)) return [];
      const params = member.value.params.find((one: Node) => one.name === "params");
      return [
        {
          owner: declared.id.name,
          name: member.key.name,
          params: params?.typeAnnotation?.typeAnnotation ?? null,
        },
      ];
    });
  });
}

/** What each method calls: "Customers.update" and "POST /v1/customers/:". */
function callsOf(file: string): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  if (!existsSync(file)) return calls;
  const source = readFileSync(file, "utf8");
  for (const statement of parse(file, source).body) {
    const declared = statement.declaration ?? statement;
    if (declared?.type !== "ClassDeclaration") continue;
    for (const member of declared.body.body) {
      const text = source.slice(member.start, member.end);
      const requests = [...text.matchAll(/_makeRequest\('(\w+)', ['`](\/v1\/[^'`]*)['`]/g)];
      calls.set(
        `${declared.id.name}.${member.key.name}`,
        requests.map(([, method, path]) => `${method} ${String(path).replaceAll(/\$\{[^}]*\}/g, ":")}`),
      );
    }
  }
  return calls;
}

function scopeOf(file: string): Scope {
  const known = files.get(file);
  if (known) return known;
  const scope: Scope = emptyScope(file, null);
  files.set(file, scope);
  declare(programOf(file).body, scope);
  return scope;
}

function emptyScope(file: string, outer: Scope | null): Scope {
  return { file, outer, types: new Map(), namespaces: new Map(), imports: new Map() };
}

function declare(body: Node[], scope: Scope): void {
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") {
      const file = join(dirname(scope.file), statement.source.value.replace(/\.js$/, ".d.ts"));
      for (const one of statement.specifiers)
        scope.imports.set(one.local.name, { file, name: one.imported?.name ?? null });
      continue;
    }
    if (statement.type === "ExportNamedDeclaration" && statement.source) {
      const file = join(dirname(scope.file), statement.source.value.replace(/\.js$/, ".d.ts"));
      for (const one of statement.specifiers)
        scope.imports.set(one.exported.name, { file, name: one.local.name });
      continue;
    }
    const declared = statement.declaration ?? statement;
    if (declared?.type === "TSInterfaceDeclaration" || declared?.type === "TSTypeAliasDeclaration")
      scope.types.set(declared.id.name, { node: declared, scope });
    if (declared?.type === "TSModuleDeclaration" && declared.body) {
      const inner = scope.namespaces.get(declared.id.name) ?? emptyScope(scope.file, scope);
      scope.namespaces.set(declared.id.name, inner);
      declare(declared.body.body, inner);
    }
  }
}

/** The declaration behind a name such as ["SessionCreateParams", "LineItem"], looked up as TypeScript does. */
function lookUp(path: string[], from: Scope): { node: Node; scope: Scope } {
  const [first = "", ...rest] = path;
  for (let scope: Scope | null = from; scope; scope = scope.outer) {
    const found = within(path, scope);
    if (found) return found;
    const imported = scope.imports.get(first);
    if (imported && existsSync(imported.file)) {
      const target = scopeOf(imported.file);
      return lookUp(imported.name === null ? rest : [imported.name, ...rest], target);
    }
  }
  throw new Error(`${path.join(".")} is not declared in ${from.file}.`);
}

function within([first = "", ...rest]: string[], scope: Scope): { node: Node; scope: Scope } | null {
  if (rest.length === 0) return scope.types.get(first) ?? null;
  const inner = scope.namespaces.get(first);
  return inner ? within(rest, inner) : null;
}

function nameOf(node: Node): string[] {
  return node.type === "TSQualifiedName" ? [...nameOf(node.left), node.right.name] : [node.name];
}

/** What a type allows on the wire. */
function known(node: Node, scope: Scope, seen: Node[]): KnownType {
  switch (node.type) {
    case "TSStringKeyword":
      return "string";
    case "TSNumberKeyword":
      return "number";
    case "TSBooleanKeyword":
      return "boolean";
    case "TSArrayType":
      return { list: known(node.elementType, scope, seen) };
    case "TSLiteralType":
      return { choices: [String(node.literal.value)] };
    case "TSParenthesizedType":
      return known(node.typeAnnotation, scope, seen);
    case "TSUnionType":
      return union(node.types.filter(isSent).map((one: Node) => known(one, scope, seen)));
    case "TSTypeLiteral":
      return fieldsOf(node.members, scope, seen);
    case "TSTypeReference":
      return referred(node, scope, seen);
    default:
      throw new Error(`${scope.file} has a type that is not read yet: ${node.type}`);
  }
}

/** `null` goes over the wire as an empty text; OtherString stands for values that a later version may add. */
function isSent(node: Node): boolean {
  return node.type !== "TSNullKeyword" && nameOf(node.typeName ?? { name: "" })[0] !== "OtherString";
}

function referred(node: Node, scope: Scope, seen: Node[]): KnownType {
  const path = nameOf(node.typeName);
  const [argument] = node.typeArguments?.params ?? [];
  const name = path.join(".");
  if (name === "Array") return { list: known(argument, scope, seen) };
  if (name === "Emptyable") return union([{ choices: [""] }, known(argument, scope, seen)]);
  if (name === "MetadataParam") return "map";
  if (name === "Decimal") return "number";
  if (/^(Stripe\.)?(FileData|Uint8Array|Buffer)$/.test(name)) return "string";
  const found = lookUp(path, scope);
  if (seen.includes(found.node)) throw new Error(`${name} contains itself.`);
  const around = [...seen, found.node];
  // A type's own namespace is looked in first, as TypeScript merges the two.
  if (found.node.type === "TSTypeAliasDeclaration")
    return known(found.node.typeAnnotation, found.scope, around);
  const own = fieldsOf(found.node.body.body, found.scope, around);
  const inherited = (found.node.extends ?? []).flatMap((one: Node) => {
    const base = referred({ typeName: one.expression ?? one.typeName }, found.scope, around);
    return typeof base === "object" && "fields" in base ? [base.fields] : [];
  });
  if (typeof own === "string" || !("fields" in own)) return own;
  return { fields: Object.assign({}, ...inherited, own.fields) };
}

function fieldsOf(members: Node[], scope: Scope, seen: Node[]): KnownType {
  if (members.some(({ type }) => type === "TSIndexSignature")) return "map";
  const fields: [string, KnownType][] = members.map((member) => [
    member.key.name ?? member.key.value,
    known(member.typeAnnotation.typeAnnotation, scope, seen),
  ]);
  return { fields: Object.fromEntries(fields) };
}

/** Choices come together; branches that repeat go. */
function union(branches: KnownType[]): KnownType {
  const flat = branches.flatMap((one) => (typeof one === "object" && "any" in one ? one.any : [one]));
  const choices = flat.flatMap((one) => (typeof one === "object" && "choices" in one ? one.choices : []));
  const others = flat.filter((one) => !(typeof one === "object" && "choices" in one));
  const distinct = [...new Map(others.map((one) => [JSON.stringify(one), one])).values()];
  const all: KnownType[] = [...(choices.length > 0 ? [{ choices: [...new Set(choices)] }] : []), ...distinct];
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { any: all };
}
