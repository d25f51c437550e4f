import { defineResource } from 'forecourt/model';
import type { Film } from '../schemas/types.generated.ts';

export default defineResource<Film>({
  schema: 'film',
  menu: { group: 'catalogue', sort: 40, icon: 'TableRows' },
  list: {
    columns: ['title', 'categoryIds', 'languageId', 'rating', 'releaseYear', 'rentalDays', 'rentalRate'],
    hiddenColumns: ['poster', 'lengthMinutes', 'replacementCost', 'extras', 'actorIds', 'createTime'],
    filters: ['keyword', 'categoryIds', 'languageId', 'rating', 'actorIds', 'createTime'],
    sort: ['title', 'asc'],
    card: ['title', 'rating', 'rentalRate'],
    inline: ['rating', 'rentalDays', 'rentalRate'],
    savedFilters: [
      { key: 'forChildren', filter: { rating: '1' }, view: 'card' },
      { key: 'dear', sort: ['rentalRate', 'desc'], columns: ['title', 'rentalRate', 'replacementCost'], view: 'table' },
    ],
  },
});
