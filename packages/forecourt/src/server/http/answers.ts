import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import type { Model } from '../../model/index.ts';
import { toDescribedPath } from './route.ts';
import type { Json } from './openapiParts.ts';

const DOCUMENT = 'openapi';
const JSON_TYPE = 'application/json';
/** Refusals for who asks for version 2. */
const PROBLEM_TYPE = 'application/problem+json';
const NO_BODY = 'null';

/** How to describe the calls of an application. */
export interface Description {
  describe(): Json;
  readonly model: Model;
  /** What else the description is made of: with the same model and the same parts it says the same. */
  readonly of: readonly unknown[];
}

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
  /** To somebody whose role takes properties. */
  readonly narrowed: boolean;
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
  /** The same of answers to whose role takes properties: what of a record is there is as it is described. */
  readonly narrowed: Judge;
  validator(at: string): ValidateFunction;
}

/** By what their descriptions were made of: to write one takes longer than to hear it, and tests build the same application again and again. */
const judges = new WeakMap<object, { readonly of: readonly unknown[]; readonly judge: Judge }[]>();

function judgeOf({ describe, model, of }: Description): Judge {
  const known = judges.get(model) ?? [];
  judges.set(model, known);
  const same = known.find((one) => one.of.length === of.length && one.of.every((part, at) => part === of[at]));
  if (same) return same.judge;
  const judge = createJudge(describe());
  known.push({ of, judge });
  return judge;
}

const RECORD = /\.(answer|row|info)$/;

/** The description with no property of a record that must be there. */
function withoutRequired(document: Json): Json {
  const { schemas, ...components } = document['components'] as { readonly schemas: Readonly<Record<string, Json>> };
  const loose = Object.entries(schemas).map(([name, schema]) => [
    name,
    RECORD.test(name) ? { ...schema, required: [] } : schema,
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(loose) as Json } };
}

function createJudge(document: Json): Judge {
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
  let narrowed: Judge | undefined;
  return {
    get narrowed() {
      return (narrowed ??= createJudge(withoutRequired(document)));
    },
    paths: document['paths'] as Paths,
    validator(at) {
      let validate = compiled.get(at);
      if (!validate) compiled.set(at, (validate = ajv.compile({ $ref: `${DOCUMENT}${at}` })));
      return validate;
    },
  };
}

/**
 * Holds every answer, as it goes out, against what the description of the API says of its call, and tells what does not fit. For tests: it costs
 * time, and nobody is helped by a refusal.
 */
export function holdAnswers(app: FastifyInstance, description: Description, tell: WrongAnswer): void {
  let judge: Judge | undefined;

  /** What is wrong with an answer; undefined when nothing is. */
  function problemOf(path: string, method: string, { status, type, body, narrowed }: Sent): string | undefined {
    const whole = (judge ??= judgeOf(description));
    const { paths, validator } = narrowed ? whole.narrowed : whole;
    const responses = paths[path]?.[method]?.responses;
    if (!responses) return 'is not described';
    const declared = status in responses ? status : 'default';
    const response = responses[declared];
    if (!response) return `answers HTTP ${status}, which is not described`;
    if (!response.content && !response.$ref)
      return body === NO_BODY ? undefined : 'answers a body, which is not described';
    const content: Response['content'] = response.content ?? { [JSON_TYPE]: {}, [PROBLEM_TYPE]: {} };
    const form = content[type];
    if (!form) return `answers ${type}, which is not described`;
    if (type !== JSON_TYPE && type !== PROBLEM_TYPE) return undefined;
    const answer: unknown = JSON.parse(body);
    const at = `${response.$ref ?? `#${pointer('paths', path, method, 'responses', declared)}`}${pointer('content', type, 'schema')}`;
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
    (judge ??= judgeOf(description)).paths[path]?.['get']?.parameters?.some(({ name }) => name === NARROWING) === true;

  app.addHook('onSend', (request, reply, payload, done) => {
    const { url } = request.routeOptions;
    const path = url === undefined ? '' : toDescribedPath(url);
    // What was only tried is told in parts, and to nobody but the MCP server.
    const isWhole = !isNarrowed(path, request.query) && !request.agent?.rehearsal;
    if (url !== undefined && !request.is404 && isWhole) {
      const problem = problemOf(path, request.method.toLowerCase(), {
        status: String(reply.statusCode),
        type: String(reply.getHeader('content-type')).split(';')[0]!,
        body: typeof payload === 'string' ? payload : NO_BODY,
        narrowed: request.actor.fields !== undefined,
      });
      if (problem) tell(`${request.method} ${path} ${problem}`);
    }
    done(null, payload);
  });
}
