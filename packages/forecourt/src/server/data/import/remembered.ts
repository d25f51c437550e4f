import type { ImportQuestion } from '../../../model/index.ts';
import { fieldLabel } from '../labels.ts';
import type { Caller } from '../caller.ts';
import type { Connection } from '../query/index.ts';
import { SQL } from '../sql/index.ts';
import type { Choices, Question } from './reader/index.ts';

/** Label of the column that a question is about; empty where it is about the file. */
export const labelOf = (caller: Caller, resource: string, about: string): string => {
  const [, name] = about.split(':');
  return name === undefined ? '' : fieldLabel(caller, resource, name);
};

/** Keeps what this user chose, for the next file of the resource. A sheet and a row are of one file alone. */
export async function remember(
  connection: Connection,
  resource: string,
  choices: Choices,
  caller: Caller,
): Promise<void> {
  const kept = Object.entries(choices).filter(([about]) => about !== 'sheet' && about !== 'header');
  if (kept.length === 0) return;
  await connection.query({
    text: SQL`insert into "_importChoice" ("userId", resource, about, value) select $1, $2, c.about, c.value from unnest($3::text[], $4::text[]) as c(about, value) on conflict ("userId", resource, about) do update set value = excluded.value`,
    values: [caller.actor.id, resource, kept.map(([about]) => about), kept.map(([, value]) => value)],
  });
}

/** Questions as they are asked, with what this user chose the last time. */
export async function asked(
  connection: Connection,
  resource: string,
  questions: readonly Question[],
  caller: Caller,
): Promise<ImportQuestion[]> {
  const { rows } = await connection.query<{ about: string; value: string }>({
    text: SQL`select about, value from "_importChoice" where "userId" = $1 and resource = $2 and about = any($3::text[])`,
    values: [caller.actor.id, resource, questions.map(({ about }) => about)],
  });
  return questions.map(({ about, choices }) => {
    const before = rows.find((row) => row.about === about)?.value;
    return {
      about,
      label: labelOf(caller, resource, about),
      remembered: choices.some(({ value }) => value === before) ? before! : null,
      choices,
    };
  });
}
