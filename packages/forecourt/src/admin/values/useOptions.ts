import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type Identifier, type RaRecord } from 'react-admin';
import { useResourceCalls } from '../runtime/runtime.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { recordById } from './recordById.ts';
import { isBlank } from './format.ts';

/** One record offered by a relation input: its id and the label that users read. */
export interface Choice {
  readonly id: Identifier;
  readonly label: string;
  /** What tells records of the same title apart. */
  readonly detail: string;
  readonly record?: RaRecord;
}

interface Named {
  readonly fields: readonly string[];
  readonly title?: readonly string[];
}

/** The properties of `title`, else the first readable one, name a choice; the others tell it from its twins. */
function choiceOf(record: RaRecord, { fields, title = [] }: Named = { fields: Object.keys(record) }): Choice {
  const textsOf = (names: readonly string[]) =>
    names
      .filter((name) => name !== 'id' && !/Ids?$/.test(name) && typeof record[name] === 'string' && record[name] !== '')
      .map((name) => String(record[name]));
  const called = textsOf(title).join(' ');
  const texts = textsOf(fields.filter((name) => !title.includes(name)));
  const [label = `#${record.id}`, ...rest] = called ? [called, ...texts] : texts;
  return { id: record.id, label, detail: rest.slice(0, 2).join(' · '), record };
}

/** A choice in one line, with what tells it from its twins. */
export const inFull = ({ label, detail }: Choice): string => (detail ? `${label} · ${detail}` : label);

/** Long enough for a word, short enough not to be felt. */
const TYPING_PAUSE_MS = 250;

/** The text once typing pauses. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

export interface Options {
  readonly choices: readonly Choice[];
  readonly loading: boolean;
  readonly error: boolean;
  /** The server searches as the user types; otherwise all choices are at hand. */
  readonly searches: boolean;
  /** The choices are those of what is typed, not of what was typed a moment ago. */
  readonly settled: boolean;
}

/** Choices of a relation through the options path: all of them at once, or by what was typed where there are too many (options.search). */
export function useOptions(
  resource: string,
  {
    typed = '',
    where,
    enabled = true,
  }: { typed?: string; where?: Readonly<Record<string, unknown>>; enabled?: boolean },
): Options {
  const calls = useResourceCalls(resource);
  const provider = useDataProvider<AdminDataProvider>();
  const searches = calls !== undefined && (calls.options?.search ?? calls.api.options === undefined);
  const keyword = usePaused(typed);
  const params = { ...where, ...(searches && keyword ? { keyword } : {}) };
  const {
    data = [],
    isFetching,
    isError,
    isPlaceholderData,
    isPending,
  } = useQuery({
    queryKey: [resource, 'options', params],
    queryFn: async ({ signal }) => (await provider.options(resource, params, { signal })).data,
    enabled,
    staleTime: 60_000,
    retry: false,
    placeholderData: (previous) => previous,
  });
  return {
    choices: data.filter((record) => !isBlank(record.id)).map((record) => choiceOf(record, calls?.options)),
    loading: isFetching,
    error: isError,
    searches,
    settled: !isPending && !isPlaceholderData && (!searches || typed === keyword),
  };
}

/** One choice by its id, whatever its state: the name of a stored value that is offered no longer. */
export function useChoice(resource: string, id: Identifier | null | undefined, enabled = true): Choice | undefined {
  const calls = useResourceCalls(resource);
  const provider = useDataProvider<AdminDataProvider>();
  const { data: record } = useQuery({
    queryKey: [resource, 'options', { ids: id }],
    queryFn: ({ client }) =>
      recordById(client, resource, id!, async (ids) => (await provider.options(resource, { ids })).data),
    enabled: enabled && !isBlank(id),
    staleTime: 60_000,
    retry: false,
  });
  return record ? choiceOf(record, calls?.options) : undefined;
}
