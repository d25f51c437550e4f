import { defineResource } from 'forecourt/model';

/** Every page of it is react-admin's own. */
export default defineResource<{ readonly title: string }>({
  schema: 'post',
  route: { list: '/posts', create: '/posts/create', edit: '/posts/:id', show: '/posts/:id/show' },
  list: { columns: ['title'], component: 'PostList' },
  form: { component: 'PostForm' },
  show: { component: 'PostShow' },
});
