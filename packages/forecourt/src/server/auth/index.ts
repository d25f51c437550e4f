export { END_OVER, SESSION_END, SESSION_USE } from './sessionLife.ts';
