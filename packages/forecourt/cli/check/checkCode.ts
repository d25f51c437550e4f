import type { PluggedConfig } from '../../src/model/config.ts';
import type { Model } from '../../src/model/index.ts';
import { meant } from '../../src/model/nearest.ts';
import type { ApplicationSource } from '../application/readApplication.ts';
import { referenceTexts } from './checkLabels.ts';
import type { ReportAt } from './findings.ts';
import { unregisteredIcons } from './icons.ts';
import type { Texts } from './labels.ts';
import { unknownMessages } from './messages.ts';
import { declaredPages, type FoundPage } from './pages.ts';
import { readRegistered, readSources, unregistered, type RegisteredNames, type Source } from './registered.ts';
import { checkServerNames } from './serverNames.ts';
import { iconModule } from '../../vite/icons.ts';
import { knownRights, unnamedAccess, unnamedAction, unnamedRight } from './rights.ts';

/** What the sources of an application's own code say, read without running them. */
export interface Code {
  readonly sources: readonly Source[];
  readonly pages: readonly FoundPage[];
  readonly registered: RegisteredNames;
}

/** Reads the application's own sources. */
export async function readCode(folder: string, plugged: PluggedConfig = {}): Promise<Code> {
  const sources = await readSources(folder);
  return { sources, pages: await declaredPages(sources), registered: await readRegistered(folder, plugged) };
}

/** Says what declarations and code do not know of each other: names, icons, rights, messages, addresses. */
export async function checkCode(source: ApplicationSource, model: Model, code: Code, report: ReportAt): Promise<void> {
  const texts = await referenceTexts(source, model);
  for (const { of, entity, pointer, message } of unregistered(model, code.registered)) {
    const files = of === 'schema' ? source.schemas : of === 'dashboard' ? source.dashboards : source.declarations;
    report('error', files.get(entity)!.file, pointer, message);
  }
  const ownFile = (resource: string): boolean =>
    source.declarations.get(resource)?.file.startsWith('resources/') ?? false;
  for (const { resource, dashboard, file, line, message } of unregisteredIcons(
    code.sources,
    model,
    ownFile,
    iconModule,
  )) {
    const asking = source.declarations.get(resource ?? '') ?? source.dashboards.get(dashboard ?? '');
    if (asking) report('error', asking.file, '/menu/icon', message);
    else report('error', file!, '', message, line);
  }
  for (const { file, line, message } of unknownMessages(code.sources, texts)) report('error', file, '', message, line);
  await checkServerNames(code.sources, model, report);
  checkRights(source, model, code, texts, report);
  checkLinks(source, model, report);
}

function checkRights(source: ApplicationSource, model: Model, { pages }: Code, texts: Texts, report: ReportAt): void {
  const known = knownRights(model, texts);
  for (const { entity, pointer, message } of unnamedAccess(model, texts))
    report('error', source.schemas.get(entity)!.file, pointer, message);
  const judge = (keys: string | readonly string[] | undefined, say: (message: string) => void): void => {
    for (const key of [keys ?? []].flat()) {
      const message = unnamedRight(key, known);
      if (message) say(message);
    }
  };
  for (const { file, page, line } of pages) {
    judge(page.permission, (message) => report('error', file, '', message, line('permission')));
    for (const key of page.actions ?? []) {
      const message = unnamedAction(key, known, texts);
      if (message) report('error', file, '', message, line('actions'));
    }
  }
  for (const { name, permission, actions = [], sections } of model.dashboards) {
    const { file } = source.dashboards.get(name)!;
    const at = (pointer: string) => (message: string) => report('error', file, pointer, message);
    judge(permission, at('/permission'));
    for (const [index, key] of actions.entries()) {
      const message = unnamedAction(key, known, texts);
      if (message) at(`/actions/${index}`)(message);
    }
    for (const [index, section] of sections.entries()) {
      judge(section.permission, at(`/sections/${index}/permission`));
      for (const [place, widget] of section.widgets.entries())
        judge(widget.permission, at(`/sections/${index}/widgets/${place}/permission`));
    }
  }
}

/** Addresses that dashboards lead to and no page has. */
function checkLinks(source: ApplicationSource, model: Model, report: ReportAt): void {
  const known = new Set([
    ...model.pages.map(({ path }) => path),
    ...[...model.resources.values()].flatMap(({ route }) => Object.values(route)),
  ]);
  for (const { name, sections } of model.dashboards)
    for (const [index, { links = [] }] of sections.entries())
      for (const [place, link] of links.entries())
        if (!known.has(link.split('?')[0]!))
          report(
            'error',
            source.dashboards.get(name)!.file,
            `/sections/${index}/links/${place}`,
            `no page has the address "${link}"${meant(link, known)}`,
          );
}
