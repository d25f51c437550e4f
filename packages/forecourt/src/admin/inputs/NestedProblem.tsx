import { FormHelperText } from '@mui/material';
import { ValidationError } from 'react-admin';
import { messageIn } from './Labelled.tsx';

/** The part of a refusal that belongs to one property or line of a nested document. */
export const errorAt = (error: unknown, name: string | number): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;

/** A refusal at the nested property it is about; nothing when there is none. */
export function NestedProblem({ error }: { error: unknown }) {
  const message = messageIn(error);
  if (message === undefined) return null;
  return (
    <FormHelperText error role="alert" sx={{ mx: 0 }}>
      <ValidationError error={message} />
    </FormHelperText>
  );
}
