import { useState } from 'react';
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

/** The lists that point at a record: one as a section, several under tabs, each asked for when it is first opened. */
export default function RelatedLists({
  resource,
  relations,
  id,
}: {
  resource: string;
  relations: readonly Relation[];
  id: Identifier;
}) {
  const canDo = useCanDo();
  const translate = useTranslate();
  const seen = relations.filter((relation) => canDo(relation.resource, 'list'));
  const titleOf = useRelatedTitles(resource, seen);
  const [chosen, setChosen] = useState<string>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [first] = seen;
  if (!first) return null;
  if (seen.length === 1)
    return (
      <Box component="section" aria-label={titleOf(first)} sx={{ minWidth: 0 }}>
        <RelatedList relation={first} id={id} title={titleOf(first)} />
      </Box>
    );
  const active = chosen ?? keyOf(first);
  return (
    <TabbedPanels
      label={translate('admin.show.related')}
      tabs={seen.map((relation) => ({ key: keyOf(relation), label: titleOf(relation) }))}
      active={active}
      onChange={(key) => {
        setOpened(new Set([...opened, active, key]));
        setChosen(key);
      }}
    >
      {(key) =>
        (key === active || opened.has(key)) && (
          <RelatedList relation={seen.find((one) => keyOf(one) === key)!} id={id} />
        )
      }
    </TabbedPanels>
  );
}
