import type { Fault } from './protocol.ts';

const fault = (issue: string, text: string): Fault => ({ issue, text });

/** What a spreadsheet writes where a formula failed, and what programs write for nothing. */
const ERROR_WORDS: ReadonlySet<string> = new Set([
  '#N/A',
  '#VALUE!',
  '#REF!',
  '#DIV/0!',
  '#NUM!',
  '#NAME?',
  '#NULL!',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#GETTING_DATA',
  'NULL',
  '\\N',
]);
/** A cell too narrow for its number, and the failures of another spreadsheet. */
const ERROR_SHAPE = /^(#{3,}|Err:\d{3})$/;
/** A long number as a spreadsheet shows it: its last digits are gone. */
const SHORTENED = /^[-+]?\d(?:[.,]\d+)?E[-+]\d{2,3}$/;
const MARKED = /^[`’‘]\d/;
/** In a spreadsheet an apostrophe that marks a text is no part of it: one that is was brought from elsewhere. */
export const brought = (text: string): string | Fault => (/^'\d/.test(text) ? fault('msg.import.marked', text) : text);

/**
 * What a cell of a CSV file says, without what spreadsheets put around it: `="0123"`, and an apostrophe before a formula or a number.
 * An export writes one more there.
 */
export function bare(text: string): string {
  if (/^'+[\d=+\-@\t\r]/.test(text)) return text.slice(1);
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
}

/** A text of a cell, or what is wrong with it. */
export function checkedText(text: string): string | Fault {
  const trimmed = text.trim();
  if (ERROR_WORDS.has(trimmed) || ERROR_SHAPE.test(trimmed)) return fault('msg.import.errorCell', text);
  if (SHORTENED.test(trimmed)) return fault('msg.import.shortened', text);
  return MARKED.test(trimmed) ? fault('msg.import.marked', text) : text;
}
