import { calls } from '../../calls/index.ts';
import { CHANNEL_TAGS } from '../../rules/index.ts';
import { defineCommand } from '../database.ts';

/** Tags that a channel can show beside a model (D-CHN-01), in the language of the reader. */
export const tags = defineCommand(calls.tags, {
  run: (_input, { t }) =>
    Promise.resolve(
      CHANNEL_TAGS.map(({ id, code }, index) => ({
        id,
        name: t(`codes.tagSetting.tagIds.${id}`),
        code,
        sort: index + 1,
      })),
    ),
});
