import { useState, type ReactNode } from 'react';
import { Box } from '@mui/material';
import { useTranslate, type Identifier } from 'react-admin';
import type { Relation } from '../../model/index.ts';
import { useAdminRuntime, useCanDo } from '../runtime/runtime.tsx';
import { suspend } from '../runtime/suspend.ts';
import { labelsOf } from '../values/labels.ts';
import { TabbedPanels } from '../values/TabbedPanels.tsx';
import { RelatedList } from './RelatedList.tsx';

const keyOf = ({ resource, field }: Relation): string => `${resource}.${field}`;

/**
 * What a list is called: `resources.<owner>.related.<resource>.<field>`, else by the list's own title, with the name of the relation where
 * the title alone would not tell two apart.
 */
function useRelatedTitles(owner: string, relations: readonly Relation[]): (relation: Relation) => string {
  const translate = useTranslate();
  const { labels: store } = useAdminRuntime();
  const isAlone = (relation: Relation): boolean =>
    relation.resource !== owner && relations.every((one) => one === relation || one.resource !== relation.resource);
  // Titles are at hand, the names of relations load with their resource: all side by side.
  const missing = relations.filter((one) => !isAlone(one) && !store.here(one.resource));
  if (missing.length > 0) suspend(...missing.map(({ resource }) => store.load(resource)));
  return (relation) => {
    const { resource, field } = relation;
    const labels = labelsOf(translate, resource);
    return translate(`resources.${owner}.related.${keyOf(relation)}`, {
      _: isAlone(relation) ? labels.many : `${labels.many} · ${labels.field(field)}`,
    });
  };
}

interface RelatedListsProps {
  readonly resource: string;
  readonly relations: readonly Relation[];
  readonly id: Identifier;
  /** Tabs of the record itself, before those of the lists. */
  readonly own?: readonly { readonly key: string; readonly label: string }[];
  /** What stands under a tab of its own. */
  readonly children?: (key: string) => ReactNode;
}

/**
 * The lists that point at a record: one alone as a section, else under tabs in one row with those of the record itself. Each list is asked
 * for, and each tab drawn, when it is first opened.
 */
export default function RelatedLists({ resource, relations, id, own = [], children }: RelatedListsProps) {
  const canDo = useCanDo();
  const translate = useTranslate();
  const seen = relations.filter((relation) => canDo(relation.resource, 'list'));
  const titleOf = useRelatedTitles(resource, seen);
  const [chosen, setChosen] = useState<string>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [first] = seen;
  if (first && seen.length + own.length === 1)
    return (
      <Box component="section" aria-label={titleOf(first)} sx={{ minWidth: 0 }}>
        <RelatedList relation={first} id={id} title={titleOf(first)} />
      </Box>
    );
  const tabs = [...own, ...seen.map((relation) => ({ key: keyOf(relation), label: titleOf(relation) }))];
  const active = chosen ?? tabs[0]?.key;
  if (active === undefined) return null;
  return (
    <TabbedPanels
      label={translate('admin.show.related')}
      tabs={tabs}
      active={active}
      onChange={(key) => {
        setOpened(new Set([...opened, active, key]));
        setChosen(key);
      }}
    >
      {(key) => {
        if (key !== active && !opened.has(key)) return null;
        const relation = seen.find((one) => keyOf(one) === key);
        return relation ? <RelatedList relation={relation} id={id} /> : children?.(key);
      }}
    </TabbedPanels>
  );
}
