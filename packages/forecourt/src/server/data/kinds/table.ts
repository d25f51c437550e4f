import type { Field, FieldKind } from '../../../model/index.ts';
import { boolean } from './boolean.ts';
import { code } from './code.ts';
import { computed } from './computed.ts';
import { date } from './date.ts';
import { dateTime } from './dateTime.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { int64 } from './int64.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import type { Kind } from './kind.ts';
import { money } from './money.ts';
import { number } from './number.ts';
import { percent } from './percent.ts';
import { ref } from './ref.ts';
import { refs } from './refs.ts';
import { string } from './string.ts';
import { text } from './text.ts';
import { time } from './time.ts';

const KINDS: Readonly<Record<FieldKind, Kind>> = {
  boolean,
  code,
  computed,
  date,
  dateTime,
  file,
  files,
  int64,
  integer,
  json,
  money,
  number,
  percent,
  ref,
  refs,
  string,
  text,
  time,
};

/** What the server knows of a field's kind of value. */
export const kindFor = ({ kind }: Pick<Field, 'kind'>): Kind => KINDS[kind];
