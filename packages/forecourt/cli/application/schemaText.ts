const WIDTH = 140;

/** JSON on one line, with spaces inside braces. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, part]) => `${JSON.stringify(key)}: ${inline(part)}`).join(', ')} }`;
}

function print(value: unknown, indent: string, room: number, open: boolean): string {
  const short = inline(value);
  if (typeof value !== 'object' || value === null || (!open && short.length <= room)) return short;
  const deeper = `${indent}  `;
  const left = WIDTH - deeper.length;
  const lines = Array.isArray(value)
    ? value.map((part) => print(part, deeper, left, false))
    : Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => {
          const name = `${JSON.stringify(key)}: `;
          return name + print(part, deeper, left - name.length - 1, open && key === 'properties');
        });
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0 ? short : `${start}\n${lines.map((line) => deeper + line).join(',\n')}\n${indent}${end}`;
}

/** A schema as its file writes it: one property a line where it fits. */
export const schemaText = (schema: object): string => `${print(schema, '', WIDTH, true)}\n`;
