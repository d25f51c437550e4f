import { defineResource } from 'forecourt/model';
import type { SmsSetting } from '../schemas/types.generated.ts';

/** One document a supplier, asked for and saved under the supplier's id; its form opens from the list of suppliers. */
export default defineResource<SmsSetting>({
  schema: 'smsSetting',
  permission: { base: 'supplier', route: 'supplier', words: { add: 'edit' } },
  api: { info: '/supplier/smsseting/{id}', save: '/supplier/savesmsseting' },
  form: {
    layout: 'dialog',
    width: 720,
    groups: [
      { key: 'provider', fields: ['enabled', 'type', 'signature', 'accessKey', 'secret', 'endpoint', 'appId'] },
      {
        key: 'templates',
        fields: [
          'createdTemplate',
          'createdTemplateCode',
          'cancelledTemplate',
          'cancelledTemplateCode',
          'textTemplateCode',
          'variables',
        ],
      },
      { key: 'test', fields: ['testPhone'] },
    ],
  },
  components: {
    createdTemplate: { input: 'SmsTemplateInput' },
    cancelledTemplate: { input: 'SmsTemplateInput' },
    variables: { input: 'SmsVariablesInput' },
    testPhone: { input: 'SmsTestInput' },
  },
});
