import { refuse, type ServerModule } from 'forecourt/server';

export const module: ServerModule = {
  hooks: {
    reorder: {
      async beforeSave({ before }) {
        if (before?.['state'] === 'arrived') throw refuse('msg.reorderArrived');
      },
    },
  },
};
