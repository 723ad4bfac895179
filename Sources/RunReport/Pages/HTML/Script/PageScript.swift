/// The script of the page. It reads the data of the page, loads nothing and sends nothing.
///
/// Everything from a log becomes text nodes and attributes that are no code: there is no `innerHTML`.
enum PageScript {
  static let text =
    "\n(() => {\n\"use strict\";\n" + data + words + timeline + detail + strip + list + control
    + "})();\n"
}
