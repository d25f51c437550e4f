import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import L from 'leaflet';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { asDrawModule } from '../../../vite/drawTools.ts';

const FILE = createRequire(import.meta.url).resolve('leaflet-draw');

/** Runs a script as modules run: every variable that it assigns must be declared. */
const runAsModule = (script: string): void =>
  void (new Function('L', `'use strict';\n${script}`) as (leaflet: typeof L) => void)(L);

const area = (): string =>
  (
    L as unknown as { GeometryUtil: { readableArea: (area: number, metric: boolean) => string } }
  ).GeometryUtil.readableArea(20_000, true);

it('leaflet-draw still assigns variables that it never declares', () => {
  runAsModule(readFileSync(FILE, 'utf8'));
  expect(area).toThrow(/^type is not defined$/);
});

it('declares them where leaflet-draw is made a module', () => {
  runAsModule(asDrawModule(readFileSync(FILE, 'utf8')).replace(/^import .*/, ''));
  expect(area()).toBe('2.00 ha');
});

it('declares all of them', () => {
  const file = FILE.replace('.draw.js', '.draw-src.js');
  const program = ts.createProgram([file], { allowJs: true, checkJs: true, noEmit: true, noLib: true, types: [] });
  const script = program.getSourceFile(file)!;
  const assigned = program.getSemanticDiagnostics(script).flatMap(({ code, start = 0, length = 0 }) => {
    const name = script.text.slice(start, start + length);
    const isUnknown = [2304, 2552].includes(code);
    return isUnknown && /^\s*=[^=]/.test(script.text.slice(start + length)) ? [name] : [];
  });
  expect(new Set(assigned)).toEqual(new Set(['radius', 'type']));
});
