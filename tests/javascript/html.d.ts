// export.py puts a file of HTML into the module that imports it, as a text.
declare module "*.html" {
  const text: string;
  export default text;
}
