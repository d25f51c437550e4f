import type { FastifyRequest } from 'fastify';
import type { InputSchema } from '../contract.ts';
import { Refusal, refuseFields } from '../errors.ts';

/** Text files for imports: some 20,000 lines. */
const MAX_TEXT_BYTES = 5 * 1024 * 1024;

/** The input property that is an uploaded text file, if the schema has one. */
export function textFileOf(schema: InputSchema): string | undefined {
  const properties = (schema['properties'] ?? {}) as Record<string, { contentMediaType?: string }>;
  return Object.keys(properties).find((name) => properties[name]?.contentMediaType !== undefined);
}

/** Whatever the parser says about a body that is cut off or no multipart at all is the sender's fault. */
export async function asClientError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { statusCode } = error as { statusCode?: unknown };
    // 406 is the parser's word for a body of another kind; nobody else here says it.
    if (error instanceof Refusal || (typeof statusCode === 'number' && statusCode !== 406)) throw error;
    if ((error as { syscall?: unknown }).syscall !== undefined) throw error;
    throw new Refusal('msg.parameterError', { http: 400 });
  }
}

/** The bytes as text; refuses what is no UTF-8. */
function decode(bytes: Buffer, property: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8: refused below.
  }
  throw refuseFields({ [property]: 'msg.upload.badType' });
}

/** Reads a multipart body: the file as text, the other fields as strings. Throws 413 when the file is too large. */
export function readTextFile(request: FastifyRequest, property: string): Promise<Record<string, unknown>> {
  return asClientError(async () => {
    const input = Object.create(null) as Record<string, unknown>;
    const parts = request.parts({ limits: { fileSize: MAX_TEXT_BYTES, files: 1, fields: 20, fieldSize: 10_000 } });
    for await (const part of parts) {
      const name = part.fieldname.slice(0, 100);
      if (name in input || (part.type === 'field' && name === property)) throw refuseFields({ [name]: 'msg.twice' });
      if (part.type === 'field') {
        if (typeof part.value !== 'string' || part.value.includes('\0')) throw refuseFields({ [name]: 'msg.invalid' });
        input[name] = part.value;
      } else if (name !== property) throw refuseFields({ [name]: 'msg.unknownField' });
      else input[name] = decode(await part.toBuffer(), property);
    }
    return input;
  });
}
