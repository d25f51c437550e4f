import parameterSchema from '../../../../schemas/internal/parameter.json';
import { codes } from '../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from 'forecourt/model';

/** The charge parameters as a form asks for them: they have no list, and no page of their own. */
const { 'x-internal': _internal, ...schema } = parameterSchema as EntitySchema & { readonly 'x-internal'?: boolean };

export const parameterModel: Resource = resourceOf(
  compileModel({ schemas: { parameter: schema }, resources: [], codes, partial: true }),
  'parameter',
);
