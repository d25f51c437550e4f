import path from 'node:path';
import {
  compileModel,
  ModelError,
  type DashboardDeclaration,
  type EntitySchema,
  type Model,
  type ModelSource,
  type ResourceDeclaration,
} from '../../src/model/index.ts';
import {
  readableSchemas,
  readApplication,
  type ApplicationSource,
  type Declaration,
  type Finding,
} from '../application/readApplication.ts';
import { checkCode, readCode, type Code } from './checkCode.ts';
import { checkLabels } from './checkLabels.ts';
import { checkDashboard } from './dashboard.ts';
import { checkCodes, checkDeclaration, type Mistake } from './declaration.ts';
import type { Level, ReportAt as Report } from './findings.ts';
import { checkGenerated } from './generated.ts';

/**
 * Every mistake in the schemas, resource files and labels of an application, with its place. Errors keep the application from working as
 * its files say; warnings are worth a look. Nothing is run but resource and dashboard files, which are data. Without
 * `types` what is generated is not compared.
 */
export async function checkApplication(folder: string, { types = true } = {}): Promise<Finding[]> {
  const source = await readApplication(folder);
  const findings = [...source.findings];
  const jsonFiles = new Map(
    [...source.schemas.values(), ...source.catalogues.values()].map((file) => [file.file, file]),
  );
  const report: Report = (level, file, pointer, message, line) => {
    const place = line === undefined ? jsonFiles.get(file)?.locate(pointer) : { line, column: 1 };
    findings.push({ level, file, pointer, ...place, message });
  };

  const model = await checkSource(source, await readCode(folder, source.config), report);
  if (model && types) await checkGenerated(source, model, report);
  const order = new Map<Level, number>([['error', 0], ['warning', 1]]); // prettier-ignore
  return findings.sort(
    (a, b) =>
      order.get(a.level)! - order.get(b.level)! ||
      a.file.localeCompare(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      a.pointer.localeCompare(b.pointer),
  );
}

/** Says the mistakes of an application that was read. Answers its model, undefined when there is none. */
export async function checkSource(source: ApplicationSource, code: Code, report: Report): Promise<Model | undefined> {
  const sound: Sound = {
    declarations: soundDeclarations(source, report),
    dashboards: soundDashboards(source, report),
  };
  if (source.codesFile) say(checkCodes(source.codesFile.declaration), source.codesFile.file, report);
  checkInternalFolder(source, report);
  const model = compile(source, sound, code, report);
  if (model) await checkCode(source, model, code, report);
  await checkLabels(source, model, report);
  runChecks(source, sound, report);
  return model;
}

/** The checks that plug-ins bring along. One that fails is said by its name. */
function runChecks(source: ApplicationSource, { declarations }: Sound, report: Report): void {
  const resources = Object.fromEntries(declarations.map((one) => [one.schema, one]));
  for (const [name, check] of Object.entries(source.config.checks ?? {}))
    try {
      for (const { level, file, message } of check({ schemas: readableSchemas(source), resources }))
        report(level, file, '', message);
    } catch (error) {
      report('error', 'forecourt.config.ts', '', `check "${name}" failed: ${(error as Error).message}`);
    }
}

const say = (mistakes: readonly Mistake[], file: string, report: Report): void => {
  for (const { pointer, message } of mistakes) report('error', file, pointer, message);
};

/** The declarations that have the form of one. */
interface Sound {
  readonly declarations: readonly Declaration[];
  readonly dashboards: readonly DashboardDeclaration[];
}

/** The declarations that have the form of one; mistakes of the others are said. */
function soundDeclarations(source: ApplicationSource, report: Report): Declaration[] {
  return [...source.declarations].flatMap(([name, { file, declaration }]) => {
    const mistakes = checkDeclaration(declaration);
    say(mistakes, file, report);
    if (mistakes.length > 0) return [];
    const { schema } = declaration as Declaration;
    if (schema !== name) {
      report('error', file, '/schema', `the file of "${schema}" is called ${schema}.ts`);
      return [];
    }
    return [declaration as Declaration];
  });
}

/** The dashboards that have the form of one; mistakes of the others are said. */
function soundDashboards(source: ApplicationSource, report: Report): DashboardDeclaration[] {
  return [...source.dashboards].flatMap(([name, { file, declaration }]) => {
    const mistakes = checkDashboard(declaration);
    say(mistakes, file, report);
    if (mistakes.length > 0) return [];
    const dashboard = declaration as DashboardDeclaration;
    if (dashboard.name === name) return [dashboard];
    report('error', file, '/name', `the file of "${dashboard.name}" is called ${dashboard.name}.ts`);
    return [];
  });
}

/** The browser knows by the folder alone, without loading a schema, whether it has screens. */
function checkInternalFolder(source: ApplicationSource, report: Report): void {
  for (const { file, value } of source.schemas.values()) {
    const inFolder = /(^|\/)internal\/[^/]+$/.test(file);
    const internal = (value as EntitySchema | null | undefined)?.['x-internal'] === true;
    if (value !== undefined && inFolder && !internal)
      report('error', file, '', 'stands in schemas/internal, but without "x-internal": true');
    if (!inFolder && internal) report('error', file, '/x-internal', 'such schemas stand in schemas/internal');
  }
}

const sourceOf = (source: ApplicationSource, { declarations, dashboards }: Sound, { pages }: Code): ModelSource => {
  const schemas = readableSchemas(source);
  return {
    schemas,
    locale: source.locale,
    resources: declarations as readonly ResourceDeclaration<never>[],
    codes: source.codes,
    pages: pages.map(({ page }) => page),
    dashboards,
    scopeEntity: source.scopeEntity,
    unreadable: new Set([...source.schemas.keys()].filter((name) => !(name in schemas))),
  };
};

/** The model, undefined when it does not compile; its mistakes are said. */
function compile(source: ApplicationSource, sound: Sound, code: Code, report: Report): Model | undefined {
  const given = sourceOf(source, sound, code);
  try {
    return compileModel(given);
  } catch (error) {
    if (!(error instanceof ModelError)) {
      report('error', culprit(given, source), '', `cannot be understood as it stands: ${String(error)}`);
      return undefined;
    }
    for (const { file, pointer, message } of error.problems) {
      const name = path.basename(file).replace(/\.\w+$/, '');
      const kind = path.dirname(file);
      const files =
        kind === 'schemas' ? source.schemas : kind === 'dashboards' ? source.dashboards : source.declarations;
      report('error', files.get(name)?.file ?? file, pointer, message);
    }
    return undefined;
  }
}

/** The file without which a model compiles, or has mistakes that can be said: a fault of the check must not hide where it lies. */
function culprit(given: ModelSource, source: ApplicationSource): string {
  const breaks = (changed: ModelSource): boolean => {
    try {
      compileModel(changed);
      return false;
    } catch (error) {
      return !(error instanceof ModelError);
    }
  };
  for (const { name } of given.dashboards ?? [])
    if (!breaks({ ...given, dashboards: given.dashboards!.filter((one) => one.name !== name) }))
      return source.dashboards.get(name)!.file;
  for (const { schema } of given.resources)
    if (!breaks({ ...given, resources: given.resources.filter((one) => one.schema !== schema) }))
      return source.declarations.get(schema)!.file;
  for (const name of Object.keys(given.schemas)) {
    const { [name]: _left, ...schemas } = given.schemas;
    if (!breaks({ ...given, schemas, unreadable: new Set([...(given.unreadable ?? []), name]) }))
      return source.schemas.get(name)!.file;
  }
  return source.codesFile?.file ?? 'schemas';
}
