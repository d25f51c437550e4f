import { Refusal, type FieldErrors, type Context } from 'forecourt/server';
import { fromBaht, messageKey, problemTold } from '../rules/index.ts';
import type { Problem, Satang } from '../rules/index.ts';

type Teller = Pick<Context, 't' | 'actor'>;

/** A problem as calls answer it: the code for programs, the text for people, the field for forms. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}

export function notice(problem: Problem, { t, actor }: Teller): Notice {
  const { code, params, field = null } = problemTold(problem, actor.scope);
  return { code, message: t(messageKey(code), params), field };
}

/** A refusal by the rules, which knows the problems that it tells of. */
export class Refused extends Refusal {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], ...rest: ConstructorParameters<typeof Refusal>) {
    super(...rest);
    this.problems = problems;
  }
}

/** What is told at each field; several problems at one field are told together. */
function problemsAtFields(problems: readonly Problem[], { t }: Pick<Context, 't'>): FieldErrors {
  const told = new Map<string, readonly Problem[]>();
  for (const each of problems)
    if (each.field !== undefined) told.set(each.field, [...(told.get(each.field) ?? []), each]);
  return Object.fromEntries(
    [...told].map(([field, all]) => {
      const [{ code, params }] = all as readonly [Problem];
      if (all.length === 1) return [field, [messageKey(code), params]];
      const reasons = new Set(all.map((each) => t(messageKey(each.code), each.params)));
      return [field, ['msg.operation.several', { reasons: [...reasons].join('; ') }]];
    }),
  );
}

/** The refusal of a step that the rules do not allow: "Operation failed: {reason}", and each problem at its field. */
export function refusalOf(all: readonly Problem[], teller: Teller): Refusal {
  const problems = all.map((each) => problemTold(each, teller.actor.scope));
  const texts = [...new Set(problems.map((each) => teller.t(messageKey(each.code), each.params)))];
  const fields = problemsAtFields(problems, teller);
  return new Refused(problems, 'msg.operation.failed', {
    params: { reason: texts.join('; ') },
    fields: Object.keys(fields).length > 0 ? fields : undefined,
  });
}

/** What was refused in one sentence, without "Operation failed": by the rules, at its fields, else as a whole. */
export function reasonOf(refusal: Refusal, { t }: Pick<Context, 't'>): string {
  const texts =
    refusal instanceof Refused
      ? refusal.problems.map(({ code, params }) => t(messageKey(code), params))
      : Object.values(refusal.fields ?? {}).map((issue) => (typeof issue === 'string' ? t(issue) : t(...issue)));
  return texts.length > 0 ? [...new Set(texts)].join('; ') : t(refusal.key, refusal.params);
}

/** Throws the refusal when there is a problem. */
export function requireNone(problems: readonly Problem[], teller: Teller): void {
  if (problems.length > 0) throw refusalOf(problems, teller);
}

/** Baht of the wire to satang; anything with more than two decimals is refused at its field (D-GEN-07). */
export function satangOf(baht: number, field: string): Satang {
  try {
    return fromBaht(baht);
  } catch {
    throw new Refusal('msg.parameterError', { fields: { [field]: 'msg.badMoney' } });
  }
}
