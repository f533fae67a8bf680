import { CodeText } from "../../_components/code-text.tsx";
import { type Document, resolve, type Schema, typeOf } from "./openapi.ts";

/** The fields of an object; nested objects open in place. */
export function SchemaTable({
  document,
  schema,
  depth = 0,
}: {
  document: Document;
  schema: Schema | undefined;
  depth?: number;
}) {
  const { schema: own } = resolve(document, schema);
  const object = own.type === "array" ? resolve(document, own.items).schema : own;
  const fields = Object.entries(object.properties ?? {});
  if (fields.length === 0) return <p className="px-3 py-2 text-xs text-muted">{typeOf(document, schema)}</p>;
  return (
    <ul className="divide-y">
      {fields.map(([name, field]) => {
        const inner = innerOf(document, field);
        return (
          <li key={name} className="px-3 py-2 text-[0.8125rem]">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-xs font-semibold">{name}</code>
              <span className="text-xs break-all text-muted">{typeOf(document, field)}</span>
              {object.required?.includes(name) && <span className="text-xs text-caution">required</span>}
            </p>
            {field.description && (
              <p className="mt-0.5 text-xs text-pretty text-muted">
                <CodeText text={field.description} />
              </p>
            )}
            {inner && depth < 3 && (
              <details className="mt-1 rounded-md border">
                <summary className="cursor-pointer rounded-md px-3 py-1.5 text-xs text-muted hover:text-foreground">
                  Fields of {name}
                </summary>
                <SchemaTable document={document} schema={inner} depth={depth + 1} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The object schema of a field, or of the items of its list. */
function innerOf(document: Document, field: Schema): Schema | null {
  const choices = [field, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].map(
    (choice) => resolve(document, choice).schema,
  );
  const object = choices
    .map((choice) => (choice.items ? resolve(document, choice.items).schema : choice))
    .find(({ properties }) => properties !== undefined);
  return object ?? null;
}
