import type { Path } from './model.ts';

/** A piece of a text template: words as they are, or the value at the end of a path. */
export type TemplatePart = string | Path;

/** `"{name} ({shopId.code})"` as words and paths, in order. `resolve` answers undefined, having said why, for what leads nowhere. */
export function parseTemplate(text: string, resolve: (path: string) => Path | undefined): readonly TemplatePart[] {
  return text.split(/\{([^{}]*)\}/).flatMap((piece, index): TemplatePart[] => {
    if (index % 2 === 0) return piece === '' ? [] : [piece];
    const path = resolve(piece.trim());
    return path ? [path] : [];
  });
}

/** How a number is shown: `{ "decimals": 1, "suffix": " km" }`, or a share as percent. */
export interface NumberFormat {
  readonly decimals?: number;
  readonly prefix?: string;
  readonly suffix?: string;
  /** 0.25 is shown as 25 %. */
  readonly percent?: boolean;
}
