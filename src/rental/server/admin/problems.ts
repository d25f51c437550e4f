import { refuse, Refusal } from '../../../framework/server/index.ts';
import { messageKey, type Problem } from '../../rules/index.ts';

/**
 * Turns the verdict of a rule into a refusal: fields when every problem belongs to one, else "Operation failed: …" with the first
 * problem that belongs to none. Does nothing for an empty verdict.
 */
export function requireNone(
  problems: readonly Problem[],
  context: { t(key: string, params?: Record<string, unknown>): string },
): void {
  if (problems.length === 0) return;
  const loose = problems.find((problem) => !problem.field);
  const fields = Object.fromEntries(
    problems.flatMap((problem) =>
      problem.field ? [[problem.field, [messageKey(problem.code), problem.params] as const]] : [],
    ),
  );
  const texts = problems.map((problem) => context.t(messageKey(problem.code), problem.params));
  if (loose || Object.keys(fields).length === 0) throw refuse('msg.operation.failed', { reason: texts.join('; ') });
  throw new Refusal('msg.operation.failed', { params: { reason: texts.join('; ') }, fields });
}
