import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { toDescribedPath } from './route.ts';
import type { Json } from './openapiParts.ts';

const DOCUMENT = 'openapi';
const JSON_TYPE = 'application/json';
const NO_BODY = 'null';

/** Is told of which call an answer is wrong, and what: `GET /api/order/info/{id} answers …`. */
export type WrongAnswer = (problem: string) => void;

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly oneOf?: readonly unknown[] } }>>;
}

/** An answer as it goes out. */
interface Sent {
  readonly status: string;
  readonly type: string;
  readonly body: string;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, Response>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Parameter by which a caller leaves out some of what is described: such an answer is a part of one that is judged whole. */
const NARROWING = 'fields';

const isDone = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer && answer.statusCode === 200;

const pointer = (...names: string[]): string =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** A description, and what judges by it the answer at a place of it. */
interface Judge {
  readonly paths: Paths;
  validator(at: string): ValidateFunction;
}

/** By the text of their descriptions: to write a judge takes longer than to hear it, and tests build the same application again and again. */
const judges = new Map<string, Judge>();

function judgeOf(document: Json): Judge {
  const text = JSON.stringify(document);
  const known = judges.get(text);
  if (known) return known;
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    inlineRefs: false,
    verbose: true,
    code: { optimize: false },
  });
  ajv.addSchema(document, DOCUMENT);
  const compiled = new Map<string, ValidateFunction>();
  const judge: Judge = {
    paths: document['paths'] as Paths,
    validator(at) {
      let validate = compiled.get(at);
      if (!validate) compiled.set(at, (validate = ajv.compile({ $ref: `${DOCUMENT}${at}` })));
      return validate;
    },
  };
  judges.set(text, judge);
  return judge;
}

/**
 * Holds every answer, as it goes out, against what the description of the API says of its call, and tells what does not fit. For tests: it costs
 * time, and nobody is helped by a refusal.
 */
export function holdAnswers(app: FastifyInstance, describe: () => Json, tell: WrongAnswer): void {
  let judge: Judge | undefined;

  /** What is wrong with an answer; undefined when nothing is. */
  function problemOf(path: string, method: string, { status, type, body }: Sent): string | undefined {
    const { paths, validator } = (judge ??= judgeOf(describe()));
    const responses = paths[path]?.[method]?.responses;
    if (!responses) return 'is not described';
    const declared = status in responses ? status : 'default';
    const response = responses[declared];
    if (!response) return `answers HTTP ${status}, which is not described`;
    if (!response.content && !response.$ref)
      return body === NO_BODY ? undefined : 'answers a body, which is not described';
    const content: Response['content'] = response.content ?? { [JSON_TYPE]: {} };
    const form = content[type];
    if (!form) return `answers ${type}, which is not described`;
    if (type !== JSON_TYPE) return undefined;
    const answer: unknown = JSON.parse(body);
    const at = `${response.$ref ?? `#${pointer('paths', path, method, 'responses', declared)}`}${pointer('content', JSON_TYPE, 'schema')}`;
    if (validator(at)(answer)) return undefined;
    // What is done and fits nothing is not told that it is no refusal.
    const done = form.schema?.oneOf !== undefined && isDone(answer);
    const validate = validator(done ? `${at}/oneOf/0` : at);
    validate(answer);
    const [error] = validate.errors!.sort((one, other) => other.instancePath.length - one.instancePath.length);
    const { instancePath, message, params, data } = error!;
    return `answers ${instancePath || '/'}: ${message} ${JSON.stringify(params)}, not ${JSON.stringify(data)?.slice(0, 200)}`;
  }

  const isNarrowed = (path: string, query: unknown): boolean =>
    typeof query === 'object' &&
    query !== null &&
    NARROWING in query &&
    (judge ??= judgeOf(describe())).paths[path]?.['get']?.parameters?.some(({ name }) => name === NARROWING) === true;

  app.addHook('onSend', (request, reply, payload, done) => {
    const { url } = request.routeOptions;
    const path = url === undefined ? '' : toDescribedPath(url);
    if (url !== undefined && !request.is404 && request.method !== 'HEAD' && !isNarrowed(path, request.query)) {
      const problem = problemOf(path, request.method.toLowerCase(), {
        status: String(reply.statusCode),
        type: String(reply.getHeader('content-type')).split(';')[0]!,
        body: typeof payload === 'string' ? payload : NO_BODY,
      });
      if (problem) tell(`${request.method} ${path} ${problem}`);
    }
    done(null, payload);
  });
}
