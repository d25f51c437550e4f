import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Call, Schema } from '../../calls/index.ts';
import type { Model } from '../../model/index.ts';
import { recordSchema } from '../data/index.ts';

/** Is told what an answer has that its call does not declare, or the other way round: call and place. */
export type AnswerCheck = (call: Call, answer: unknown) => void;

/** Holds answers, as the wire has them, against the schemas of their calls. For tests: it costs time, and nobody is helped by a refusal. */
export function checkAnswers(model: Model, tell: (problem: string) => void): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const entity of model.entities.values()) ajv.addSchema(recordSchema(model, entity), entity.name);
  const compiled = new Map<Schema, ValidateFunction>();
  return ({ method, path, answer: schema }, answer) => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
    if (validate(JSON.parse(JSON.stringify(answer ?? null)))) return;
    const [error] = validate.errors!;
    const place = `${method} ${path} answers ${error!.instancePath || '/'}`;
    tell(`${place}: ${error!.message} ${JSON.stringify(error!.params)}`);
  };
}
