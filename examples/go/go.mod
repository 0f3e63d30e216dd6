module galaxytables-example

go 1.19
