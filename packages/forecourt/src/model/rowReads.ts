import type { Path, RowRule, RowTest } from './entity.ts';

const own = ({ steps, last }: Path): string => steps[0]?.field ?? last;

/** What single properties are asked, in the order of the rule; `positive`: only where their value finds rows. */
function pathsOf(test: RowTest, positive: boolean): readonly Path[] {
  switch (test.op) {
    case 'all':
    case 'any':
      return test.of.flatMap((part) => pathsOf(part, positive));
    case 'not':
      return positive ? [] : pathsOf(test.of, positive);
    case 'empty':
      return positive ? [] : [test.path];
    default:
      return [test.path];
  }
}

const ofRule = ({ where, like }: RowRule, positive: boolean): readonly string[] =>
  [...(where ? pathsOf(where, positive) : []), ...(like ? [like.path] : [])].map(own);

/** Properties of the record itself that a rule reads. */
export const rowReads = (rule: RowRule): readonly string[] => ofRule(rule, false);

/** Those of them by whose values it finds its rows: with an index the others are not looked at. */
export const rowKeys = (rule: RowRule): readonly string[] => ofRule(rule, true).filter((name) => name !== 'id');
