import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate, type RaRecord } from 'react-admin';
import {
  ACTION_PARAMETER,
  dangerLast,
  documentedTarget,
  labelsOf,
  offeredActions,
  recordTitle,
  shortTime,
  useAdminRuntime,
  useCanDo,
} from '../../admin/index.ts';
import type { Resource } from '../../model/index.ts';
import type { PaletteItem } from './paletteItems.ts';
import { useFound, type Found } from './useFound.ts';
import { useRecordsNow, type Subject } from './useRecordsNow.ts';
import { spokenVerbs, type Verb } from './verbs.ts';

/** Records beside which their steps stand without being asked for. */
const FEW = 3;
/** Steps beside one of them. */
const STEPS = 4;
/** Verbs with a record, and verbs that wait for one. */
const MOST = 6;

type Translate = ReturnType<typeof useTranslate>;

/** Further names of an action, as the texts say them: `take payment, pay`. */
const furtherNames = (translate: Translate, resource: string, action: string): readonly string[] =>
  translate(`resources.${resource}.words.${action}`, { _: '' })
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** Every step of the records that can be found and opened, as far as this user may take it. */
function useVerbs(): readonly Verb[] {
  const { model } = useAdminRuntime();
  const canDo = useCanDo();
  const translate = useTranslate();
  const names = [...model.entries.values()]
    .filter(({ name, palette, route }) => palette && route.show && canDo(name, 'list') && canDo(name, 'show'))
    .map(({ name }) => name);
  const { data } = useQuery({
    queryKey: ['palette verbs', names],
    queryFn: () => Promise.all(names.map((name) => model.load(name))),
    staleTime: Infinity,
  });
  return useMemo(
    () =>
      (data ?? []).flatMap((resource) =>
        resource.actions
          .filter(({ name, on }) => on === 'row' && canDo(resource.name, name))
          .map((action): Verb => {
            const label = labelsOf(translate, resource.name).action(action.name);
            const phrases = [label, ...furtherNames(translate, resource.name, action.name)];
            return { model: resource, action, label, phrases };
          }),
      ),
    [data, canDo, translate],
  );
}

/** What tells a record from others, as a search hit does. */
function detailOf({ palette, entity }: Resource, record: RaRecord): string {
  const texts = (palette?.fields ?? []).map((name) => {
    const field = entity.byName.get(name);
    const value = String(record[field?.ref?.as ?? name] ?? '');
    return field?.kind === 'dateTime' && value !== '' ? shortTime(value) : value;
  });
  return texts.filter(Boolean).join(' · ');
}

export interface VerbItems {
  /** Verbs over the records that were typed beside them. */
  readonly spoken: readonly PaletteItem[];
  /** Verbs that wait for a record. */
  readonly waiting: readonly PaletteItem[];
  /** What the few records that were found offer by themselves. */
  readonly beside: readonly PaletteItem[];
  readonly loading: boolean;
}

/**
 * What can be done, by what was typed: a verb with a record (`take payment R2611`, `王小明 还车`), a verb alone, or records alone. A record offers what
 * it offers on its own page, to this user, in its present state; choosing it opens that page with the dialog of the action.
 */
export function usePaletteVerbs(typed: string, found: Found | undefined): VerbItems {
  const { model } = useAdminRuntime();
  const canDo = useCanDo();
  const verbs = useVerbs();
  const said = useMemo(() => spokenVerbs(verbs, typed), [verbs, typed]);
  const rest = said.find((one) => one.rest !== '')?.rest ?? '';
  const about = useFound(rest);
  const subject = useMemo((): Subject => {
    const able = [...new Set(verbs.map((verb) => verb.model))];
    const meant = new Set(said.filter((one) => one.rest === rest).map(({ verb }) => verb.model));
    if (rest !== '') return { models: able.filter((one) => meant.has(one)), found: about.found, pointing: true };
    const few = (found?.records.flatMap(({ hits }) => hits).length ?? 0) <= FEW;
    const hit = (name: string): boolean => found?.records.some(({ resource }) => resource === name) ?? false;
    return { models: few ? able.filter(({ name }) => hit(name)) : [], found, pointing: false };
  }, [verbs, said, rest, about.found, found]);
  const { records, isFetching } = useRecordsNow(subject);

  const items = useMemo((): Omit<VerbItems, 'loading'> => {
    const item = ({ model: resource, action, label }: Verb, record: RaRecord): PaletteItem => {
      const page = documentedTarget(model.entries, `/${resource.name}/${record.id}/show`);
      return {
        id: `${resource.name} ${record.id} ${action.name}`,
        group: 'verbs',
        label: `${label} · ${recordTitle(resource, record)}`,
        detail: detailOf(resource, record),
        to: `${page}${page.includes('?') ? '&' : '?'}${ACTION_PARAMETER}=${action.name}`,
      };
    };
    const rowsOf = (resource: Resource): readonly RaRecord[] => records?.get(resource.name) ?? [];
    const offers = ({ model: resource, action }: Verb, record: RaRecord): boolean =>
      offeredActions(resource, record, canDo).some(({ name }) => name === action.name);
    const spoken = said
      .filter((one) => rest !== '' && one.rest === rest)
      .flatMap(({ verb }) =>
        rowsOf(verb.model).flatMap((record) => (offers(verb, record) ? [item(verb, record)] : [])),
      );
    const waiting = said
      .filter((one) => one.rest === '')
      .map(({ verb }): PaletteItem => ({
        id: `${verb.model.name} ${verb.action.name}`,
        group: 'verbs',
        label: `${verb.label} …`,
        fill: `${verb.label} `,
      }));
    const beside = subject.pointing
      ? []
      : subject.models.flatMap((resource) =>
          rowsOf(resource).flatMap((record) => {
            const offered = offeredActions(resource, record, canDo).filter(({ aside }) => !aside);
            return dangerLast(offered.slice(0, STEPS), ({ danger }) => danger === true).flatMap(({ name }) => {
              const verb = verbs.find((one) => one.model === resource && one.action.name === name);
              return verb ? [item(verb, record)] : [];
            });
          }),
        );
    return { spoken: spoken.slice(0, MOST), waiting: waiting.slice(0, MOST), beside };
  }, [model, canDo, verbs, said, rest, subject, records]);
  return { ...items, loading: about.isFetching || isFetching };
}
