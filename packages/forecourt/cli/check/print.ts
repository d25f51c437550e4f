import type { Finding } from '../application/readApplication.ts';

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Findings as lines that editors and terminals make clickable, and a last line that counts them. */
export function printFindings(findings: readonly Finding[], checked: string): string {
  const lines = findings.map(({ level, file, line, column, pointer, message }) => {
    const place = line === undefined ? file : `${file}:${line}:${column}`;
    return `${level} ${place}${pointer && ` ${pointer}`}\n  ${message}`;
  });
  const count = (level: Finding['level']): number => findings.filter((finding) => finding.level === level).length;
  return [...lines, `${checked}: ${many(count('error'), 'error')}, ${many(count('warning'), 'warning')}`].join('\n');
}
