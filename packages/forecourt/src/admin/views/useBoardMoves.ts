import { useCallback, useState } from 'react';
import { useDataProvider, useNotify, useRefresh, useTranslate, type Identifier, type RaRecord } from 'react-admin';
import type { Action, Resource } from '../../model/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { asksFirst, type Move } from './boardMoves.ts';

interface BoardMoves {
  /** Where cards are shown while the server is asked; gone with its answer. */
  readonly shownIn: ReadonlyMap<Identifier, string>;
  /** Why a card went back, by record. */
  readonly refusals: ReadonlyMap<Identifier, string>;
  /** An action that asks before it runs. */
  readonly asking?: { readonly action: Action; readonly record: RaRecord };
  /** What happened last, for who cannot see the card move. */
  readonly said: string;
  move(record: RaRecord, to: { readonly code: string | number; readonly label: string }, move: Move | undefined): void;
  endAsking(): void;
}

const without = <V>(map: ReadonlyMap<Identifier, V>, id: Identifier): ReadonlyMap<Identifier, V> =>
  new Map([...map].filter(([key]) => key !== id));

/** Moves cards: shown in their new column at once, back with the server's message when it refuses. */
export function useBoardMoves(
  model: Resource,
  by: string,
  nameOf: (record: RaRecord) => string,
  reload: () => Promise<unknown>,
): BoardMoves {
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [shownIn, setShownIn] = useState<ReadonlyMap<Identifier, string>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<Identifier, string>>(new Map());
  const [asking, setAsking] = useState<BoardMoves['asking']>();
  const [said, setSaid] = useState('');

  const refuse = useCallback(
    (record: RaRecord, reason: string) => {
      setRefusals((all) => new Map([...all, [record.id, reason]]));
      setSaid(translate('admin.board.refused', { name: nameOf(record), reason }));
    },
    [nameOf, translate],
  );

  const run = useCallback(
    async (record: RaRecord, to: { readonly code: string | number; readonly label: string }, move: Move) => {
      setShownIn((all) => new Map([...all, [record.id, String(to.code)]]));
      try {
        if (move.kind === 'action') await provider.action(model.name, move.action.name, { id: record.id });
        else
          await provider.update(model.name, {
            id: record.id,
            data: { id: record.id, updateTime: record['updateTime'], [by]: to.code },
            previousData: record,
          });
        setSaid(translate('admin.board.moved', { name: nameOf(record), to: to.label }));
      } catch (error) {
        const { message } = error as Error;
        refuse(record, translate(message, { _: message }));
        notify(message, { type: 'error' });
      }
      // The truth about the record, whichever way it went.
      await reload();
      setShownIn((all) => without(all, record.id));
    },
    [provider, model.name, by, nameOf, notify, refuse, reload, translate],
  );

  return {
    shownIn,
    refusals,
    asking,
    said,
    move: (record, to, move) => {
      setRefusals((all) => without(all, record.id));
      if (!move) refuse(record, translate('admin.board.noWay', { to: to.label }));
      else if (move.kind === 'action' && asksFirst(move.action)) setAsking({ action: move.action, record });
      else void run(record, to, move);
    },
    endAsking: () => {
      setAsking(undefined);
      refresh();
    },
  };
}
