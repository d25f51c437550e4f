import couponSchema from '../../../../schemas/coupon.json';
import { codes } from '../../../../resources/codes.ts';
import { compileModel, resourceOf, type EntitySchema, type Resource } from 'forecourt/model';
import { MAX_COUPON_BATCH } from '../../rules/index.ts';

/** The coupon's own schema with what only its form asks for: how many of a kind are made at once (D-CPN-06). */
const schema = {
  ...(couponSchema as EntitySchema),
  properties: {
    ...(couponSchema.properties as EntitySchema['properties']),
    count: { type: 'integer', minimum: 1, maximum: MAX_COUPON_BATCH, default: 1 },
  },
} satisfies EntitySchema;

export const couponModel: Resource = resourceOf(
  compileModel({ schemas: { coupon: schema }, resources: [], codes, partial: true }),
  'coupon',
);
