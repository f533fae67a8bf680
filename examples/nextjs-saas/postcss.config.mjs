/** The styles are plain CSS: nothing of the repository's own pages applies here. */
const config = { plugins: {} };

export default config;
