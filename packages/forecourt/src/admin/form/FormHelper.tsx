import { use, useId, useState } from 'react';
import { Box, FormHelperText } from '@mui/material';
import { useTranslate, type Identifier, type RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { FormHelperDeclaration, Resource } from '../../model/index.ts';
import { RelationControl } from '../controls/RelationControl.tsx';
import { isBlank } from '../values/format.ts';
import { useLabels } from '../values/labels.ts';
import { ClosedForm } from '../inputs/index.ts';

/** A record that fills in fields below it when it is chosen. What it does not know stays; everything can be changed afterwards. */
export function FormHelper({ model, helper }: { model: Resource; helper: FormHelperDeclaration }) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const [chosen, setChosen] = useState<Identifier | null>(null);
  const id = useId();
  // There is nothing to fill in.
  const closed = use(ClosedForm);
  const fill = (record: RaRecord): void => {
    for (const [name, source = ''] of Object.entries(helper.fills))
      if (!isBlank(record[source])) setValue(name, record[source], { shouldDirty: true, shouldTouch: true });
  };
  if (closed) return null;
  return (
    <Box className="wide" sx={{ minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ display: 'block', fontSize: 13, fontWeight: 500, mb: 0.5 }}>
        {labels.field(helper.resource)}
      </Box>
      <RelationControl
        id={id}
        resource={helper.resource}
        value={chosen}
        describedBy={`${id}-help`}
        field={{ hiddenLabel: true }}
        onChange={(value, choice) => {
          setChosen(value);
          if (choice?.record) fill(choice.record);
        }}
      />
      <FormHelperText id={`${id}-help`} sx={{ mx: 0 }}>
        {translate('admin.form.fills')}
      </FormHelperText>
    </Box>
  );
}
