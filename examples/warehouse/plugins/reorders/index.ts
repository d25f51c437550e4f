import { definePlugin, type EntitySchema, type ResourceDeclaration } from 'forecourt/model';

const reorderSchema = (most: number): EntitySchema => ({
  type: 'object',
  required: ['articleId', 'quantity'],
  properties: {
    articleId: { type: 'integer', 'x-ref': { resource: 'article' } },
    quantity: { type: 'integer', minimum: 1, maximum: most },
    state: { type: 'string', enum: ['wanted', 'ordered', 'arrived'], default: 'wanted' },
  },
});

const resource: ResourceDeclaration<never> = {
  schema: 'reorder',
  menu: { group: 'purchasing', sort: 10, icon: 'ShoppingCart' },
};

/** What is to be bought again, `most` of an article at once. */
export const reorders = ({ most }: { readonly most: number }) =>
  definePlugin('reorders', (config) => ({
    ...config,
    menu: [...(config.menu ?? []), { key: 'purchasing', icon: 'ShoppingCart' }],
    schemas: { ...config.schemas, reorder: reorderSchema(most) },
    resources: [...(config.resources ?? []), resource],
    texts: {
      ...config.texts,
      'en-US': {
        ...config.texts?.['en-US'],
        resources: { reorder: { title: 'To be bought' } },
        msg: { reorderArrived: 'This one has arrived: enter a new one' },
      },
    },
    server: { ...config.server, reorders: new URL('./server.ts', import.meta.url).href },
    checks: {
      ...config.checks,
      reorders: ({ schemas }) =>
        schemas['article']?.properties['least']
          ? []
          : [
              {
                level: 'error',
                file: 'schemas/article.json',
                message: 'has no "least": what is below it is to be bought again',
              },
            ],
    },
  }));
