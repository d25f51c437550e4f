import { createContext } from 'react';
import type { RaRecord } from 'react-admin';
import { stateAllows, type Resource } from '../../model/index.ts';

/** Whether a form shows a record that its state keeps from being changed by anybody (`x-states.editable`): it is read, not filled in. */
export const isClosed = (model: Resource, record: RaRecord | undefined): boolean =>
  record !== undefined && !stateAllows(model.entity, 'editable', record);

/** The form is of such a record: no field of it takes anything. */
export const ClosedForm = createContext(false);
