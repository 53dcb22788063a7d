/-
# A program that runs while the module is compiled

    found: the command eval is not allowed
-/
module

@[expose] public section

#eval IO.println "hello"
