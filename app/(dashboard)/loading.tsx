export { HomeSkeleton as default } from "./_home/home-skeleton.tsx";
